import type { Tamis } from './open-tamis.ts'
import { recoverDescription, recovered, recoverInput, recoverName } from './recover-tool.ts'
import { type SieveOptions, sieveTexts } from './sieve-texts.ts'

export type { SieveOptions } from './sieve-texts.ts'

/** What of a tool call the hook reads: the shape of LangChain's `ToolCallRequest`. */
interface Request {
  readonly toolCall: { readonly name: string; readonly args: unknown }
  readonly state: { readonly messages?: unknown }
}

/** What LangChain's `createMiddleware` takes besides a name. */
export interface SieveHooks {
  readonly wrapToolCall: <R extends Request, Result>(
    request: R,
    handler: (request: R) => Result | Promise<Result>,
  ) => Promise<Result>
}

/** Hooks for `createMiddleware`: what a tool printed is shortened before it enters the agent's state. */
export function sieveToolResults(
  tamis: Pick<Tamis, 'sieve'>,
  options: SieveOptions = {},
): SieveHooks {
  const sieve = sieveTexts(tamis, options)
  return {
    async wrapToolCall(request, handler) {
      const result = await handler(request)
      if (!isToolMessage(result)) return result
      const { name: tool, args: input } = request.toolCall
      const failed = result.status === 'error' ? { exitCode: 1 } : {}
      const goal = goalOf(request.state.messages)
      const shorten = (text: string): Promise<string> =>
        sieve({ tool, input, text, goal, ...failed })
      // The message was made for this call alone, and a copy would be none of LangChain's classes.
      result.content = await sieveContent(result.content, shorten)
      return result
    },
  }
}

/** What `tool` of LangChain takes to make the tool that brings back what was left out: `tool(...recoverTool(tamis))`. */
export function recoverTool(tamis: Pick<Tamis, 'recover'>) {
  const run = (input: { id: string; search?: string | undefined }): Promise<string> =>
    recovered(tamis, input)
  const facts = { name: recoverName, description: recoverDescription, schema: recoverInput }
  return [run, facts] as const
}

interface ToolMessage {
  content: unknown
  readonly status?: string
}

function isToolMessage(value: unknown): value is ToolMessage {
  return typeof value === 'object' && value !== null && 'tool_call_id' in value
}

async function sieveContent(
  content: unknown,
  shorten: (text: string) => Promise<string>,
): Promise<unknown> {
  if (typeof content === 'string') return shorten(content)
  if (!Array.isArray(content)) return content
  return Promise.all(
    content.map(async (part: unknown) =>
      isText(part) ? { ...part, text: await shorten(part.text) } : part,
    ),
  )
}

function isText(part: unknown): part is { readonly type: 'text'; readonly text: string } {
  return typeof part === 'object' && part !== null && 'type' in part && part.type === 'text'
}

/** What the user last said. */
function goalOf(messages: unknown): string {
  if (!Array.isArray(messages)) return ''
  const said = messages.findLast(
    (message: { readonly type?: unknown }) => message.type === 'human',
  ) as { readonly content?: unknown } | undefined
  if (typeof said?.content === 'string') return said.content
  if (!Array.isArray(said?.content)) return ''
  return said.content.flatMap((part: unknown) => (isText(part) ? [part.text] : [])).join('\n')
}
