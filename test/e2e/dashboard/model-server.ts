import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { listenLocally } from '../../support/listen-locally.ts'

export interface ModelServer {
  /** `/v1` included. */
  readonly baseUrl: string
  /** Answers all that `slow-model` was asked. */
  release(): void
  close(): Promise<void>
}

interface Asked {
  readonly stream?: boolean
  /** `refuses-429` is answered 429; `slow-model` when `release` is called. */
  readonly model?: string
  readonly messages?: readonly { readonly content?: unknown }[]
}

const bytesPerToken = 4
const wordPauseMs = 25

/** A provider on this machine: counts and caches as the real ones do, and answers from the sources it is given. */
export async function startModelServer(): Promise<ModelServer> {
  let last = ''
  const held: ServerResponse[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const asked = JSON.parse(body) as Asked
    if (asked.model === 'slow-model') return void held.push(response)
    const refused = /^refuses-(\d+)$/.exec(asked.model ?? '')?.[1]
    if (refused !== undefined) {
      response.writeHead(Number(refused), { 'content-type': 'application/json' })
      response.end('{"error":{"message":"no"}}')
      return
    }
    if (asked.stream) return streamWords(response, replyTo(asked))
    const usage = usageOf(body, last)
    last = body
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Next.' }],
        usage,
      }),
    )
  })
  const { url, close } = await listenLocally(server)
  const release = (): void => {
    for (const response of held.splice(0)) response.writeHead(200).end('{}')
  }
  return { baseUrl: `${url}/v1`, release, close }
}

/** The prefix that two bodies share is read from the cache, the rest is written to it. */
function usageOf(body: string, before: string): Record<string, number> {
  let same = 0
  while (same < Math.min(body.length, before.length) && body[same] === before[same]) same++
  return {
    input_tokens: 3,
    cache_read_input_tokens: Math.floor(same / bytesPerToken),
    cache_creation_input_tokens: Math.ceil((body.length - same) / bytesPerToken),
    output_tokens: 41,
  }
}

function replyTo({ messages = [] }: Asked): string {
  const [system = '', question = ''] = messages.map(({ content }) => String(content))
  if (system.includes('sub_questions') && system.includes('divide'))
    return '{"sub_questions":["Who owns the retry limits?","When was the payments team formed?"]}'
  if (system.includes('"done"')) return '{"done": true}'
  if (system.includes('"entailed"')) return '{"entailed": true}'
  const source = question.match(/<source number="1"[^>]*>\n([\s\S]*?)\n<\/source>/)?.[1] ?? ''
  const sentence = closest(source, question.slice(question.lastIndexOf('Question:')))
  return sentence === '' ? 'INSUFFICIENT_EVIDENCE' : `${sentence} [1]`
}

/** The sentence that shares most words with the question. */
function closest(source: string, question: string): string {
  const words = new Set(question.toLowerCase().match(/\w{4,}/g))
  const shared = (sentence: string): number =>
    (sentence.toLowerCase().match(/\w{4,}/g) ?? []).filter((word) => words.has(word)).length
  const sentences = source.split(/\n+|(?<=\.) /).filter((line) => line.length > 30)
  return sentences.sort((a, b) => shared(b) - shared(a))[0] ?? ''
}

/** One word at a time, slowly enough to be watched. */
async function streamWords(response: ServerResponse, text: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (value: object): void => {
    response.write(`data: ${JSON.stringify(value)}\n\n`)
  }
  for (const word of text.split(/(?<= )/)) {
    event({ model: 'local-model', choices: [{ delta: { content: word } }] })
    await setTimeout(wordPauseMs)
  }
  event({ choices: [{ delta: {}, finish_reason: 'stop' }] })
  event({ choices: [], usage: { prompt_tokens: 612, completion_tokens: 38 } })
  response.end('data: [DONE]\n\n')
}
