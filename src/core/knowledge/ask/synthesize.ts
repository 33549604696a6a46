import { EngineError } from '../../../errors.ts'
import type { Llm } from '../../../ports/llm.ts'
import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Answer } from './answer.ts'
import { citedNumbers } from './cited-numbers.ts'
import { complete, type Reply } from './complete.ts'
import type { AskDeps, OnText, Probed } from './deps.ts'
import { type AnswerParts, envelope, refuse, toCitation } from './envelope.ts'
import { answerPrompt, insufficientMark } from './prompts.ts'
import { verifyAnswer } from './verify/verify-answer.ts'

interface Synthesis {
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
  const cited = new Map(
    citedNumbers(text).flatMap((number) => {
      const chunk = chunks[number - 1]
      return chunk ? [[number, chunk] as const] : []
    }),
  )
  const checked = await verifyAnswer(deps, llm, { question, text, cited }, signal)
  const full = { ...known, verification: checked.verification }
  if (checked.reason) return refuse(deps, probed, checked.reason, full)
  const citations = [...cited].map(([number, chunk]) => toCitation(deps, chunk, number))
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

function usageOf(reply: Reply, before: Answer['usage'] | undefined): Answer['usage'] {
  return {
    prompt_tokens: reply.promptTokens + (before?.prompt_tokens ?? 0),
    completion_tokens: reply.completionTokens + (before?.completion_tokens ?? 0),
  }
}
