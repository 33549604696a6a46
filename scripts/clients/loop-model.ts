import { createServer } from 'node:http'
import type { Counts, ToolCall } from '../../test/e2e/proxy/provider-replies.ts'
import { listenLocally } from '../../test/support/listen-locally.ts'
import { offeredTools, type ProviderBody, readBody, replyTo, resultsIn } from './scripted-model.ts'

/** A request that the model got. */
export interface LoopRequest {
  readonly path: string
  readonly body: ProviderBody
  readonly bytes: number
  /** How the body was encoded, if it was. */
  readonly encoding: string | undefined
  readonly counts: Counts
  readonly answer: string
}

export interface LoopModel {
  readonly url: string
  readonly requests: readonly LoopRequest[]
  close(): Promise<void>
}

const bytesPerToken = 4

/** A provider whose model makes one call after another, and bills by what it has in its cache. */
export async function startLoopModel(
  next: (results: number, tools: readonly string[], history: string) => ToolCall | undefined,
): Promise<LoopModel> {
  const requests: LoopRequest[] = []
  const prompts: string[] = []
  const server = createServer(async (request, response) => {
    const { url = '' } = request
    const { body, text } = await readBody(request)
    const tools = offeredTools(body).map(({ name }) => name)
    // Codex offers the tools of newer models as a part of the conversation.
    const isAgent = tools.length > 0 || text.includes('"additional_tools"')
    const call = isAgent ? next(resultsIn(text), tools, text) : undefined
    const prompt = promptOf(body)
    const counts = countsOf(prompt, prompts)
    prompts.push(prompt)
    const turn = call ? { calls: [call] } : { words: ['They ', 'are ', 'all ', 'notes.'] }
    const reply = replyTo(url, body, turn, counts)
    const isStream = body.stream === true || url.includes('alt=sse')
    const answer = isStream ? reply.frames.join('') : JSON.stringify(reply.json)
    const encoding = request.headers['content-encoding']
    requests.push({ path: url, body, bytes: text.length, encoding, counts, answer })
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.end(answer)
  })
  return { ...(await listenLocally(server)), requests }
}

/** In the order in which providers read it; marks of cache points are no words. */
function promptOf(body: ProviderBody): string {
  const { tools, system, instructions, systemInstruction, messages, input, contents } = body
  const list = messages ?? input ?? contents
  return JSON.stringify([tools, system ?? instructions ?? systemInstruction, list], (key, value) =>
    key === 'cache_control' ? undefined : value,
  )
}

/** The longest beginning that any earlier request had too is in the cache. */
function countsOf(text: string, before: readonly string[]): Counts {
  const shared = Math.max(0, ...before.map((one) => commonPrefix(one, text)))
  const input = Math.ceil(text.length / bytesPerToken)
  const cached = Math.floor(shared / bytesPerToken)
  return { input, cached, written: input - cached, output: 20 }
}

function commonPrefix(a: string, b: string): number {
  let same = 0
  let end = Math.min(a.length, b.length)
  for (let middle = end; same < end; middle = Math.ceil((same + end) / 2)) {
    if (a.slice(same, middle) === b.slice(same, middle)) same = middle
    else end = middle - 1
  }
  return same
}
