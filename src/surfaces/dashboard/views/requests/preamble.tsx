import { say } from '../../locale/say.ts'
import { aboutTokens } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { LongText } from '../../parts/text/long-text.tsx'
import type { Shown } from './request.tsx'

/** What stands before the messages: folded, since it is the same in every request. */
export function Preamble({ system, tools }: Pick<Shown, 'system' | 'tools'>) {
  if (system === '' && tools.length === 0) return null
  const size = tools.reduce((sum, { json }) => sum + json.length, 0)
  return (
    <li class="preamble">
      {system !== '' && (
        <details>
          <summary>{say('System prompt, about {} tokens', aboutTokens(system.length))}</summary>
          <LongText text={system} />
        </details>
      )}
      {tools.length > 0 && (
        <details>
          <summary>
            {say(
              '{} tool definition, about {} tokens|{} tool definitions, about {} tokens',
              tools.length,
              aboutTokens(size),
            )}
          </summary>
          <ul class="tool-definitions">
            {tools.map((tool) => (
              <li key={tool.name}>
                <details>
                  <summary>
                    <code>
                      <ForeignText text={tool.name} most={80} />
                    </code>{' '}
                    <span class="soft">
                      {say('about {} tokens', aboutTokens(tool.json.length))}
                    </span>
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
