import { contentText, type Fields, isFields } from '../wire/content.ts'

/** A message of a pi session file as an OpenAI chat message. */
export function fromPiMessage(message: Fields): Fields {
  if (message.role === 'toolResult')
    return {
      role: 'tool',
      tool_call_id: message.toolCallId,
      content: contentText(message.content),
      is_error: message.isError === true,
    }
  if (message.role !== 'assistant' || !Array.isArray(message.content)) return message
  const calls = message.content.filter(isFields).filter(({ type }) => type === 'toolCall')
  const said = { role: 'assistant', content: contentText(message.content) }
  if (calls.length === 0) return said
  const toolCalls = calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return { ...said, tool_calls: toolCalls }
}
