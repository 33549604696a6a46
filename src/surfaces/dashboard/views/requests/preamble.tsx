import { ForeignText } from '../../parts/foreign-text.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { compact, counted } from '../../parts/numbers.ts'
import type { Shown } from './request.tsx'

/** About as many as most models count; the exact number is not known for a part. */
const charsPerToken = 4

/** What stands before the messages: folded, since it is the same in every request. */
export function Preamble({ system, tools }: Pick<Shown, 'system' | 'tools'>) {
  if (system === '' && tools.length === 0) return null
  const size = tools.reduce((sum, { json }) => sum + json.length, 0)
  return (
    <li class="preamble">
      {system !== '' && (
        <details>
          <summary>System prompt, about {aboutTokens(system.length)}</summary>
          <LongText text={system} />
        </details>
      )}
      {tools.length > 0 && (
        <details>
          <summary>
            {counted(tools.length, 'tool definition')}, about {aboutTokens(size)}
          </summary>
          <ul class="tool-definitions">
            {tools.map((tool) => (
              <li key={tool.name}>
                <details>
                  <summary>
                    <code>
                      <ForeignText text={tool.name} most={80} />
                    </code>{' '}
                    <span class="soft">about {aboutTokens(tool.json.length)}</span>
                  </summary>
                  <LongText text={tool.description} />
                  <LongText text={tool.json} />
                </details>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function aboutTokens(chars: number): string {
  return `${compact(Math.ceil(chars / charsPerToken))} tokens`
}
