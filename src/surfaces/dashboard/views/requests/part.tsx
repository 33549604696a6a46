import { sayWith } from '../../locale/say.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { LongText } from '../../parts/text/long-text.tsx'
import { argumentsOf } from './call-subject.ts'
import type { Shown } from './request.tsx'

/** One part of a message or of an answer. */
export function Part({ part }: { part: Shown['answer'][number] }) {
  return (
    <div class="part">
      {part.kind === 'call' ? (
        <Call tool={part.tool} json={part.text} />
      ) : part.kind === 'other' ? (
        <p class="soft">
          <ForeignText text={part.text} most={120} />
        </p>
      ) : (
        <LongText text={part.text} />
      )}
    </div>
  )
}

/** A call by its tool and arguments, one a line; what cannot be read so is shown as it came. */
function Call({ tool, json }: { tool: string; json: string }) {
  const given = Object.entries(argumentsOf(json))
  return (
    <>
      <p class="soft">
        {sayWith(
          'calls {}',
          <strong>
            <ForeignText text={tool} most={120} />
          </strong>,
        )}
      </p>
      {given.length === 0 && json !== '{}' && <LongText text={json} />}
      {given.map(([name, value]) => (
        <Argument key={name} name={name} text={toText(value)} />
      ))}
    </>
  )
}

/** Up to here an argument stands beside its name. */
const shortChars = 120

function Argument({ name, text }: { name: string; text: string }) {
  const isShort = text.length <= shortChars && !text.includes('\n')
  return (
    <div class="argument">
      <span class="soft">
        <ForeignText text={name} most={60} />
      </span>{' '}
      {isShort ? (
        <code>
          <ForeignText text={text} most={shortChars} />
        </code>
      ) : (
        <LongText text={text} />
      )}
    </div>
  )
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
