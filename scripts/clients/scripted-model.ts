import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type Asked,
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
    const body = await readBody(request)
    const tools = offeredTools(body)
    const history = JSON.stringify(body.messages ?? body.input ?? body.contents ?? [])
    const results = history.match(resultMark)?.length ?? 0
    requests += 1
    const call = tools.length > 0 ? script(tools, history, results) : undefined
    answer(request, response, body, call ? { calls: [call] } : finalTurn(history))
  })
  return { ...(await listenLocally(server)), requests: () => requests }
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
  body: Body,
  turn: Turn,
): void {
  const reply = replyTo(url, body, turn)
  const isStream = body.stream === true || url.includes('alt=sse')
  const text = isStream ? reply.frames.join('') : JSON.stringify(reply.json)
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  response.end(text)
}

function replyTo(url: string, body: Body, turn: Turn): Reply {
  if (url.includes('countTokens')) return { json: { totalTokens: 100 }, frames: [] }
  if (url.includes('GenerateContent') || url.includes('generateContent')) return geminiReply(turn)
  if (url.includes('/count_tokens')) return { json: { input_tokens: 100 }, frames: [] }
  if (url.includes('/messages')) return messagesReply(body, turn)
  if (url.includes('/responses')) return responsesReply(body, turn)
  if (url.includes('/chat/completions')) return chatReply(body, turn)
  return { json: { data: [] }, frames: [] }
}

interface Body extends Asked {
  readonly contents?: unknown
}

/** Tools as each format has them: plain, under `function`, in declarations, or grouped by server. */
function offeredTools({ tools = [] }: Body): readonly OfferedTool[] {
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

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Body
  } catch {
    return {}
  }
}
