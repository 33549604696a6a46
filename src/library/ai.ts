import type { Tamis, ToolOutput } from './open-tamis.ts'
import { recoverDescription, recovered, recoverInput } from './recover-tool.ts'
import { type SieveOptions, sieveTexts } from './sieve-texts.ts'

export type { SieveOptions } from './sieve-texts.ts'

interface Part {
  readonly type: string
}

interface Message {
  readonly role: string
  readonly content: string | readonly Part[]
}

/** What of a call to a model the middleware reads: the shape of the AI SDK's `LanguageModelV3CallOptions`. */
interface Params {
  readonly prompt: readonly Message[]
}

/** The AI SDK's `LanguageModelV3Middleware`, as far as it is used here. */
export interface SieveMiddleware {
  readonly specificationVersion: 'v3'
  readonly transformParams: <P extends Params>(options: { readonly params: P }) => Promise<P>
}

/**
 * Middleware for `wrapLanguageModel` of the AI SDK: what tools printed is shortened before the model
 * first sees it, and stays the same bytes in every later call. Your own messages keep the whole.
 */
export function sieveToolResults(
  tamis: Pick<Tamis, 'sieve'>,
  options: SieveOptions = {},
): SieveMiddleware {
  const sieve = sieveTexts(tamis, options)
  return {
    specificationVersion: 'v3',
    async transformParams<P extends Params>({ params }: { readonly params: P }): Promise<P> {
      return { ...params, prompt: await sievePrompt(params.prompt, sieve) }
    },
  }
}

/** A tool of the AI SDK that brings back what was left out; give it the name `recover`. */
export function recoverTool(tamis: Pick<Tamis, 'recover'>) {
  return {
    description: recoverDescription,
    inputSchema: recoverInput,
    execute: (input: { id: string; search?: string | undefined }) => recovered(tamis, input),
  }
}

type Sieve = (output: ToolOutput) => Promise<string>

async function sievePrompt(prompt: readonly Message[], sieve: Sieve): Promise<readonly Message[]> {
  const inputs = new Map<string, unknown>()
  const sieved: Message[] = []
  // Known of a result is what stood before it, so that what comes later changes nothing.
  let goal = ''
  for (const message of prompt) {
    const { role, content } = message
    if (role === 'user') goal = textOf(content) || goal
    for (const { toolCallId, input } of callsIn(content)) inputs.set(toolCallId, input)
    if (role !== 'tool' || typeof content === 'string') sieved.push(message)
    else {
      const parts = content.map((part) => sievePart(part, goal, inputs, sieve))
      sieved.push({ ...message, content: await Promise.all(parts) })
    }
  }
  return sieved
}

async function sievePart(
  part: Part,
  goal: string,
  inputs: ReadonlyMap<string, unknown>,
  sieve: Sieve,
): Promise<Part> {
  if (!isResult(part)) return part
  const { toolName: tool, toolCallId, output } = part
  const failed = output.type.startsWith('error-') ? { exitCode: 1 } : {}
  const shorten = (text: string): Promise<string> =>
    sieve({ tool, input: inputs.get(toolCallId), text, goal, ...failed })
  const short: ResultPart = { ...part, output: await sieveOutput(output, shorten) }
  return short
}

/** Texts, the texts in a list of parts, and the texts among the fields of an object. */
async function sieveOutput(
  output: ResultPart['output'],
  shorten: (text: string) => Promise<string>,
): Promise<ResultPart['output']> {
  const { value } = output
  if (typeof value === 'string') return { ...output, value: await shorten(value) }
  if (Array.isArray(value)) {
    if (output.type !== 'content') return output
    const parts = value.map(async (one: Part) =>
      isText(one) ? { ...one, text: await shorten(one.text) } : one,
    )
    return { ...output, value: await Promise.all(parts) }
  }
  if (typeof value !== 'object' || value === null) return output
  const fields = Object.entries(value).map(async ([name, field]) => [
    name,
    typeof field === 'string' ? await shorten(field) : field,
  ])
  return { ...output, value: Object.fromEntries(await Promise.all(fields)) }
}

interface ResultPart extends Part {
  readonly toolName: string
  readonly toolCallId: string
  readonly output: { readonly type: string; readonly value?: unknown }
}

interface CallPart extends Part {
  readonly toolCallId: string
  readonly input: unknown
}

function isResult(part: Part): part is ResultPart {
  return part.type === 'tool-result'
}

function isCall(part: Part): part is CallPart {
  return part.type === 'tool-call'
}

function callsIn(content: Message['content']): readonly CallPart[] {
  return typeof content === 'string' ? [] : content.filter(isCall)
}

function isText(part: Part): part is Part & { readonly text: string } {
  return part.type === 'text'
}

function textOf(content: string | readonly Part[]): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n')
}
