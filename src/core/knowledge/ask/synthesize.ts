import { EngineError } from '../../../errors.ts'
import type { Llm } from '../../../ports/llm.ts'
import type { KeyedChunk } from '../../../ports/store/documents.ts'
import type { Answer, RefusalReason, Verification } from './answer.ts'
import { complete, type Reply } from './complete.ts'
import type { AskDeps, OnText, Probed } from './deps.ts'
import { type AnswerParts, envelope, refuse, toCitation } from './envelope.ts'
import { answerPrompt, entailmentPrompt, insufficientMark } from './prompts.ts'
import { readEntailment } from './read-json.ts'
import { unsupportedSpans } from './verify-spans.ts'

export interface Synthesis {
  readonly probed: Probed
  readonly llm: Llm
  /** What the model may answer from, in the order of its markers. */
  readonly chunks: readonly KeyedChunk[]
  /** Stamps and traces of the way here. */
  readonly parts: AnswerParts
}

/** Asks for the answer, resolves its citations and verifies what it says. */
export async function synthesize(
  deps: AskDeps,
  { probed, llm, chunks, parts }: Synthesis,
  onText?: OnText,
  signal?: AbortSignal,
): Promise<Answer> {
  const { question } = probed.request
  const prompt = answerPrompt(question, chunks, deps.settings.maxAnswerTokens)
  const reply = await replyOrCut(llm, prompt, onText, signal)
  if (reply === undefined) return refuse(deps, probed, 'llm_stream_aborted', parts)
  const known = { ...parts, model: reply.model, usage: usageOf(reply, parts.usage) }
  const text = reply.text.trim()
  if (text === '' || text.includes(insufficientMark))
    return refuse(deps, probed, 'llm_self_judge', known)
  const cited = citedNumbers(text, chunks.length)
  const sources = cited.flatMap((number) => chunks[number - 1] ?? [])
  const checked = await verify(deps, llm, text, sources, question, signal)
  const full = { ...known, verification: checked.verification }
  if (checked.reason) return refuse(deps, probed, checked.reason, full)
  const citations = cited.flatMap((number) => {
    const chunk = chunks[number - 1]
    return chunk ? [toCitation(deps, chunk, number)] : []
  })
  return envelope(deps, probed, { ...full, answer: text, citations, grounded: true })
}

async function replyOrCut(
  llm: Llm,
  prompt: ReturnType<typeof answerPrompt>,
  onText: OnText | undefined,
  signal: AbortSignal | undefined,
): Promise<Reply | undefined> {
  try {
    return await complete(llm, prompt, onText, signal)
  } catch (error) {
    if (error instanceof EngineError && error.code === 'llm_stream_aborted') return undefined
    throw error
  }
}

interface Checked {
  readonly verification: Verification | null
  readonly reason?: RefusalReason
}

async function verify(
  { settings }: AskDeps,
  llm: Llm,
  text: string,
  sources: readonly KeyedChunk[],
  question: string,
  signal: AbortSignal | undefined,
): Promise<Checked> {
  if (settings.verification === 'none') return { verification: null }
  const evidence = sources.map(({ document, headingPath, text: body }) =>
    [document.title, ...headingPath, body].join('\n'),
  )
  const spans = sources.length === 0 ? [text] : unsupportedSpans(text, evidence, question)
  if (spans.length > 0 || settings.verification === 'spans') {
    const verification = {
      method: 'spans',
      passed: spans.length === 0,
      unsupported: spans,
    } as const
    return spans.length === 0
      ? { verification }
      : { verification, reason: 'nli_verification_failed' }
  }
  return verifyByModel(llm, text, sources, signal)
}

async function verifyByModel(
  llm: Llm,
  text: string,
  sources: readonly KeyedChunk[],
  signal: AbortSignal | undefined,
): Promise<Checked> {
  let verdict: ReturnType<typeof readEntailment>
  try {
    verdict = readEntailment(
      (await complete(llm, entailmentPrompt(text, sources), undefined, signal)).text,
    )
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
  if (verdict === undefined) return { verification: null, reason: 'nli_model_unavailable' }
  const { entailed: passed, unsupported } = verdict
  const verification = { method: 'entailment', passed, unsupported } as const
  return passed ? { verification } : { verification, reason: 'nli_verification_failed' }
}

/** The numbers of `[1]` and `[2, 3]` that name a source, each once, in the order of the answer. */
function citedNumbers(text: string, count: number): readonly number[] {
  const numbers = [...text.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\]/g)].flatMap(([, list = '']) =>
    list.split(',').map(Number),
  )
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= count)
}

function usageOf(reply: Reply, before: Answer['usage'] | undefined): Answer['usage'] {
  return {
    prompt_tokens: reply.promptTokens + (before?.prompt_tokens ?? 0),
    completion_tokens: reply.completionTokens + (before?.completion_tokens ?? 0),
  }
}
