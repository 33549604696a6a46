import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { type LocalServer, listenLocally } from './listen-locally.ts'

type Fields = Record<string, unknown>

interface Call {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** A provider of the Messages wire that signs its thinking over all that came before, and checks it. */
export interface BindingProvider extends LocalServer {
  /** `/v1` included. */
  readonly baseUrl: string
  /** Bodies as received, in order. */
  readonly bodies: string[]
  /** Requests whose thinking was made for another conversation. */
  refused: number
  /** Thinking blocks that were found in order. */
  accepted: number
  /** Requests of which thinking was dropped, as they asked. */
  dropped: number
}

export async function startBindingProvider(): Promise<BindingProvider> {
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    provider.bodies.push(body)
    const asked = JSON.parse(body) as Fields & { messages: Fields[] }
    const bound = brokenBlock(asked)
    provider.accepted += bound.accepted
    const isDropping = asksToDrop(asked, request)
    if (bound.isBroken && isDropping) provider.dropped++
    response.setHeader('content-type', 'application/json')
    const refusal = refusalOf(asked, request, bound.isBroken && !isDropping)
    if (refusal !== undefined) {
      if (refusal === boundElsewhere) provider.refused++
      response.statusCode = 400
      const error = { type: 'invalid_request_error', message: refusal }
      response.end(JSON.stringify({ type: 'error', error }))
      return
    }
    if (request.url?.includes('count_tokens')) {
      response.end(JSON.stringify({ input_tokens: Math.ceil(body.length / 4) }))
      return
    }
    const content = answerTo(asked, nextCall(asked))
    if (asked.stream === true) {
      response.setHeader('content-type', 'text/event-stream')
      response.end(frames(content, clearedBy(asked)).join(''))
    } else response.end(JSON.stringify({ ...message(body), content, ...clearedBy(asked) }))
  })
  const listening = await listenLocally(server)
  const provider: BindingProvider = {
    ...listening,
    baseUrl: `${listening.url}/v1`,
    bodies: [],
    refused: 0,
    accepted: 0,
    dropped: 0,
  }
  return provider
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const boundElsewhere =
  'Invalid signature in thinking block. The block is bound to a different conversation.'

function refusalOf(
  { model, context_management }: Fields,
  { headers }: IncomingMessage,
  isBound: boolean,
): string | undefined {
  if (isBound) return boundElsewhere
  const beta = String(headers['anthropic-beta'] ?? '').split(',')
  if (context_management !== undefined && !beta.includes('context-management-2025-06-27'))
    return 'context_management: Extra inputs are not permitted'
  return model === 'refuse-me' ? 'no such model' : undefined
}

/** Needs the setting and the beta that knows it. */
function asksToDrop({ thinking }: Fields, { headers }: IncomingMessage): boolean {
  const binding = (thinking as { block_binding?: Fields } | undefined)?.block_binding
  const beta = String(headers['anthropic-beta'] ?? '')
  return (
    binding?.prefix_mismatch_behavior === 'drop_block' &&
    beta.includes('thinking-binding-controls-2026-08-01')
  )
}

/** What is called next stands in the request: the provider has no mind of its own. */
function nextCall({ metadata }: Fields): Call | undefined {
  return (metadata as { next_call?: Call } | undefined)?.next_call
}

/** Every thinking block must have been made for exactly what stands before it now. */
function brokenBlock(asked: Fields & { messages: Fields[] }) {
  let accepted = 0
  for (const [at, { role, content }] of asked.messages.entries()) {
    if (role !== 'assistant' || !Array.isArray(content)) continue
    for (const [place, block] of content.entries()) {
      if (block.type !== 'thinking') continue
      if (block.signature !== signatureOf(asked, at, content.slice(0, place)))
        return { accepted, isBroken: true }
      accepted++
    }
  }
  return { accepted, isBroken: false }
}

function signatureOf(
  asked: Fields & { messages: Fields[] },
  at: number,
  before: readonly unknown[],
) {
  const prefix = [asked.system ?? null, asked.tools ?? null, asked.messages.slice(0, at), before]
  const text = JSON.stringify(prefix, (key, value) => (key === 'cache_control' ? undefined : value))
  return createHash('sha256').update(text).digest('base64')
}

function answerTo(asked: Fields & { messages: Fields[] }, call: Call | undefined): Fields[] {
  const signature = signatureOf(asked, asked.messages.length, [])
  const thinking = { type: 'thinking', thinking: 'Hm.', signature }
  if (!call) return [thinking, { type: 'text', text: 'Done.' }]
  return [thinking, { type: 'tool_use', ...call }]
}

function message(body: string): Fields {
  const usage = { input_tokens: Math.ceil(body.length / 4), output_tokens: 9 }
  return { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5-5', usage }
}

/** What the provider says it cleared, where it was asked to and there is enough of it. */
function clearedBy({ context_management, messages }: Fields & { messages: Fields[] }): Fields {
  const { edits: [edit] = [] } = (context_management ?? {}) as { edits?: Fields[] }
  const results = messages.filter(({ role }) => role === 'user').length - 1
  const { value: kept = 3 } = (edit?.keep ?? {}) as { value?: number }
  if (!edit || results <= kept) return {}
  const cleared_tool_uses = results - kept
  const applied = { type: edit.type, cleared_tool_uses, cleared_input_tokens: 1000 }
  return { context_management: { applied_edits: [applied] } }
}

/** One event a block, with all of it; enough for a client that collects blocks. */
function frames(content: readonly Fields[], cleared: Fields): readonly string[] {
  const event = (fields: Fields): string =>
    `event: ${fields.type}\ndata: ${JSON.stringify(fields)}\n\n`
  return [
    event({ type: 'message_start', message: { ...message(''), content: [] } }),
    ...content.map((content_block, index) =>
      event({ type: 'content_block_start', index, content_block }),
    ),
    event({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 }, ...cleared }),
    event({ type: 'message_stop' }),
  ]
}
