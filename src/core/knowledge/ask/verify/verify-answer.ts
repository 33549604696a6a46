import { EngineError } from '../../../../errors.ts'
import type { Entailment } from '../../../../ports/entailment.ts'
import type { Llm } from '../../../../ports/llm.ts'
import type { KeyedChunk } from '../../../../ports/store/document-rows.ts'
import type { RefusalReason, Verification } from '../answer.ts'
import { complete } from '../complete.ts'
import type { AskDeps } from '../deps.ts'
import { entailmentPrompt } from '../prompts.ts'
import { readEntailment } from '../read-json.ts'
import { unentailedSentences } from './unentailed-sentences.ts'
import { unsupportedSpans } from './verify-spans.ts'

interface Written {
  readonly question: string
  readonly text: string
  /** By the number that the answer names each by. */
  readonly cited: ReadonlyMap<number, KeyedChunk>
}

interface Checked {
  readonly verification: Verification | null
  readonly reason?: RefusalReason
}

/** Numbers, names and quotations first, for they need no model; then the model that judges inference. */
export async function verifyAnswer(
  { settings, entailment }: AskDeps,
  llm: Llm,
  { question, text, cited }: Written,
  signal: AbortSignal | undefined,
): Promise<Checked> {
  if (settings.verification === 'none') return { verification: null }
  const evidence = [...cited.values()].map(({ document, headingPath, text: body }) =>
    [document.title, ...headingPath, body].join('\n'),
  )
  const spans = cited.size === 0 ? [text] : unsupportedSpans(text, evidence, question)
  if (spans.length > 0 || settings.verification === 'spans') return verdictOf('spans', spans)
  const unsupported = await orUnavailable(
    entailment
      ? () => judgeByModel(entailment, text, cited, signal)
      : () => judgeByChat(llm, text, [...cited.values()], signal),
  )
  if (unsupported === undefined) return { verification: null, reason: 'nli_model_unavailable' }
  return verdictOf('entailment', unsupported)
}

function verdictOf(method: Verification['method'], unsupported: readonly string[]): Checked {
  const passed = unsupported.length === 0
  const verification = { method, passed, unsupported }
  return passed ? { verification } : { verification, reason: 'nli_verification_failed' }
}

/** An answer that could not be verified is refused, never passed on as if it had been. */
async function orUnavailable(
  judge: () => Promise<readonly string[] | undefined>,
): Promise<readonly string[] | undefined> {
  try {
    return await judge()
  } catch (error) {
    if (error instanceof EngineError) return undefined
    throw error
  }
}

function judgeByModel(
  entailment: Entailment,
  text: string,
  cited: Written['cited'],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const premises = new Map([...cited].map(([number, chunk]) => [number, premiseOf(chunk)]))
  return unentailedSentences(entailment, text, premises, signal)
}

function premiseOf({ document, text }: KeyedChunk): string {
  return `${document.title}\n${text}`.trim()
}

async function judgeByChat(
  llm: Llm,
  text: string,
  sources: readonly KeyedChunk[],
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  const reply = await complete(llm, entailmentPrompt(text, sources), undefined, signal)
  const verdict = readEntailment(reply.text)
  if (verdict === undefined || verdict.entailed) return verdict && []
  return verdict.unsupported.length > 0 ? verdict.unsupported : [text]
}
