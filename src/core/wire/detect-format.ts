import { isFields } from './content.ts'
import type { WireFormat } from './conversation.ts'
import { wireFormats } from './wire-formats.ts'

/** Which wire format a list of messages or items is in; plain talk is read as OpenAI chat. */
export function detectFormat(list: readonly unknown[]): WireFormat | undefined {
  const items = list.filter(isFields)
  if (items.length < list.length) return undefined
  if (items.some(({ type }) => typeof type === 'string' && /_call(?:_output)?$/.test(type)))
    return wireFormats['openai-responses']
  const hasBlocks = items.some(
    ({ content }) =>
      Array.isArray(content) &&
      content.some((block) => isFields(block) && /^tool_(?:use|result)$/.test(String(block.type))),
  )
  return hasBlocks ? wireFormats['anthropic-messages'] : wireFormats['openai-chat']
}
