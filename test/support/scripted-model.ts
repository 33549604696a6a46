import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from './listen-locally.ts'

interface Message {
  readonly role: string
  readonly content: string
}

/** A model behind the chat completions of OpenAI that calls one tool, and then says its last words. */
export async function startScriptedModel(tool: string, lastWords: string) {
  const seen: Message[][] = []
  const server = createServer(async (request, response) => {
    const { messages, model } = (await json(request)) as { messages: Message[]; model: string }
    seen.push(messages)
    const isAnswered = messages.some(({ role }) => role === 'tool')
    const call = { id: 'call_1', type: 'function', function: { name: tool, arguments: '{}' } }
    const message = isAnswered
      ? { role: 'assistant', content: lastWords }
      : { role: 'assistant', content: null, tool_calls: [call] }
    const choice = { index: 0, message, finish_reason: isAnswered ? 'stop' : 'tool_calls' }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...{ id: `chatcmpl_${seen.length}`, object: 'chat.completion', created: 0, model, usage },
        choices: [choice],
      }),
    )
  })
  return {
    ...(await listenLocally(server)),
    /** The tool results of the latest request. */
    toolResults: () =>
      (seen.at(-1) ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content),
  }
}
