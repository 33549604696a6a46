import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { zstdDecompressSync } from 'node:zlib'
import {
  type Asked,
  type Counts,
  chatReply,
  messagesReply,
  type Reply,
  responsesReply,
  type ToolCall,
  type Turn,
} from '../../test/e2e/proxy/provider-replies.ts'
import { listenLocally } from '../../test/support/listen-locally.ts'
import { geminiReply } from './gemini-reply.ts'

/** What the model is to do in order, with the tools that an agent offers it. */
export type Script = (
  tools: readonly OfferedTool[],
  history: string,
  results: number,
) => ToolCall | undefined

export type OfferedTool = Pick<ToolCall, 'name' | 'namespace'>

export interface ScriptedModel {
  readonly url: string
  /** How many requests came. */
  requests(): number
  close(): Promise<void>
}

/** A provider whose model follows a script, in the formats of OpenAI, Anthropic and Google. */
export async function startScriptedModel(script: Script): Promise<ScriptedModel> {
  let requests = 0
  const server = createServer(async (request, response) => {
    const { body } = await readBody(request)
    const tools = offeredTools(body)
    const history = JSON.stringify(body.messages ?? body.input ?? body.contents ?? [])
    const results = resultsIn(history)
    requests += 1
    const call = tools.length > 0 ? script(tools, history, results) : undefined
    answer(request, response, body, call ? { calls: [call] } : finalTurn(history))
  })
  return { ...(await listenLocally(server)), requests: () => requests }
}

/** How many results of tools a history holds. */
export function resultsIn(history: string): number {
  return history.match(resultMark)?.length ?? 0
}

const resultMark =
  /"type":"tool_result"|"role":"tool"|"type":"(?:custom_tool|function)_call_output"|"functionResponse":/g

/** The last words say what came back: the id of a pruned text, and the word in the file. */
function finalTurn(history: string): Turn {
  const id = /prn_[\w-]+/.exec(history)?.[0] ?? 'no id'
  const word = /the word is (\w+)/.exec(history)?.[1] ?? 'no word'
  return { words: ['Pruned as ', id, ', and the word is ', word, '.'] }
}

function answer(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  body: ProviderBody,
  turn: Turn,
): void {
  const reply = replyTo(url, body, turn)
  const isStream = body.stream === true || url.includes('alt=sse')
  const text = isStream ? reply.frames.join('') : JSON.stringify(reply.json)
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  response.end(text)
}

const usual: Counts = { input: 120, cached: 80, written: 30, output: 9 }

/** What the provider answers to a request at an address. */
export function replyTo(url: string, body: ProviderBody, turn: Turn, counts = usual): Reply {
  if (url.includes('countTokens')) return { json: { totalTokens: 100 }, frames: [] }
  if (url.includes('GenerateContent') || url.includes('generateContent'))
    return geminiReply(turn, counts)
  if (url.includes('/count_tokens')) return { json: { input_tokens: 100 }, frames: [] }
  if (url.includes('/messages')) return messagesReply(body, turn, counts)
  if (url.includes('/responses')) return responsesReply(body, turn, counts)
  if (url.includes('/chat/completions')) return chatReply(body, turn, counts)
  return { json: { data: [] }, frames: [] }
}

export interface ProviderBody extends Asked {
  readonly contents?: unknown
  readonly system?: unknown
  readonly instructions?: unknown
  readonly systemInstruction?: unknown
}

/** Tools as each format has them: plain, under `function`, in declarations, or grouped by server. */
export function offeredTools({ tools = [] }: ProviderBody): readonly OfferedTool[] {
  return (tools as readonly WireTool[]).flatMap((tool): readonly OfferedTool[] => {
    const { name: group, tools: members, functionDeclarations: declared } = tool
    if (members) return members.map((one) => ({ ...one, ...(group ? { namespace: group } : {}) }))
    if (declared) return declared
    const name = tool.function?.name ?? tool.name
    return name === undefined ? [] : [{ name }]
  })
}

interface WireTool {
  readonly name?: string
  readonly function?: { readonly name: string }
  readonly functionDeclarations?: readonly { readonly name: string }[]
  readonly tools?: readonly { readonly name: string }[]
}

/** A body as text and, where it is JSON, as what it says. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly body: ProviderBody; readonly text: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const isZstd = request.headers['content-encoding'] === 'zstd'
  const text = (isZstd ? zstdDecompressSync(bytes) : bytes).toString()
  try {
    return { body: JSON.parse(text) as ProviderBody, text }
  } catch {
    return { body: {}, text }
  }
}
