import { spliceJson } from '../../text/json-splice.ts'
import { isFields } from '../content.ts'

/**
 * How a provider says that thinking was signed over another history, and how it is asked to drop such
 * thinking instead (Claude, *Preserved thinking*, read 2026-11).
 */
export interface BoundThinking {
  /** Whether this answer refuses a history for its thinking. */
  isRefusal(status: number, text: string): boolean
  /** The same request, with thinking that does not fit dropped; `undefined` where it asks for that already. */
  dropping(body: string): string | undefined
  /** A header that goes with it, and what it holds besides. */
  readonly header: { readonly name: string; readonly value: string }
}

export const boundThinking: BoundThinking = {
  isRefusal: (status, text) => status === 400 && text.includes('bound to a different conversation'),
  dropping(body) {
    const { thinking } = fieldsOf(body)
    const settings = isFields(thinking) ? thinking : { type: 'disabled' }
    const binding = isFields(settings.block_binding) ? settings.block_binding : {}
    if (binding.prefix_mismatch_behavior === 'drop_block') return undefined
    const json = JSON.stringify({
      ...settings,
      block_binding: { ...binding, prefix_mismatch_behavior: 'drop_block' },
    })
    if (thinking === undefined) return body.replace('{', `{"thinking":${json},`)
    const spliced = spliceJson(body, [{ path: ['thinking'], json }])
    return spliced && spliced.head + body.slice(spliced.lastEnd)
  },
  header: { name: 'anthropic-beta', value: 'thinking-binding-controls-2026-08-01' },
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(body)
  return isFields(parsed) ? parsed : {}
}
