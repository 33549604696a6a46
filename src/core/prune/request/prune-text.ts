import type { Caller } from '../../../ports/caller.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Reranker } from '../../../ports/reranker.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { nearInMeaning } from '../goal/near-in-meaning.ts'
import { translateGoal } from '../goal/translate-goal.ts'
import type { MarkerLocale } from '../markers/marker-words.ts'
import { type LineCut, shortenLines } from '../markers/shorten-lines.ts'
import { passThrough, prune } from '../prune.ts'
import type { PruneContext, PruneOutcome, PruneRequest } from '../types.ts'
import { estimateTokens, roughTokenizer } from './estimate-tokens.ts'
import { type KeepDeps, keepPruned } from './keep-pruned.ts'
import { pruneIdOf } from './prune-id.ts'
import { describeResult, type PassedOutcome, type PruneResult } from './prune-result.ts'
import { rerankLines } from './rerank-lines.ts'

export interface PruneTextDeps extends KeepDeps {
  readonly tokenizer: Tokenizer
  readonly reranker: Reranker | undefined
  /** Looks for the goal by meaning where a text has none of its words; asked only then. */
  readonly embedder?: Embedder | undefined
  readonly digest: Digest
  readonly limits: PruneLimits
}

export interface PruneLimits {
  readonly maxInputChars: number
  /** How long what was pruned can be recovered. */
  readonly ttlMs: number
  /** Price of the tokens that a prune saves, for the estimate of the saving. */
  readonly usdPerMillionTokens: number
  /** The language of markers and reasons where a request says none; the contract's French if absent. */
  readonly locale?: MarkerLocale | undefined
}

/** Where a request came from, and how it is called off. */
export interface PruneCall {
  readonly source: string
  readonly caller?: Caller | undefined
  readonly signal: AbortSignal
  /** Only to look at: nothing is kept and nothing is counted. */
  readonly isPreview?: boolean
}

/** Prunes, keeps the original within reach, and writes the saving down; when it cannot, the text passes. */
export async function pruneText(
  deps: PruneTextDeps,
  asked: PruneRequest,
  call: PruneCall,
): Promise<PruneResult> {
  const request = inLocale(asked, deps.limits.locale)
  const startedAt = deps.now()
  const known = await knownResult(deps, request, startedAt)
  if (known) return known
  const isTooLarge = isTooMuch(request.text, deps.limits.maxInputChars)
  const reranked =
    deps.reranker && !isTooLarge
      ? await rerankLines(deps.reranker, request, call.signal)
      : undefined
  const backend = reranked?.lineScores && deps.reranker ? deps.reranker.name : 'heuristic'
  const pruneId = pruneIdOf(request, backend, deps.digest)
  const lineScores = reranked?.lineScores
  const context: PruneContext = {
    pruneId,
    isExpired: () => deps.now() - startedAt >= request.timeoutMs,
    ...(lineScores ? { lineScores } : {}),
  }
  const { outcome, cuts } = isTooLarge
    ? { outcome: tooLarge(request.text), cuts: [] }
    : await pruneByMeaning(deps, request, context, call.signal)
  const { now, limits } = deps
  const tokenizer = request.estimatesTokens === true ? roughTokenizer : deps.tokenizer
  const pruning = { pruneId, backend, outcome, cuts, reranked, startedAt, now }
  const result = await describeResult({ tokenizer, ...limits }, request.text, pruning)
  return call.isPreview ? result : keepPruned(deps, request, result, call)
}

/** Line numbers stay true: a shortened text has as many lines. */
function withoutLongLines(
  request: PruneRequest,
  pruneId: string,
): { input: PruneRequest; cuts: readonly LineCut[] } {
  const { text, goal, longestLine, locale, keepBudget } = request
  if (longestLine === undefined) return { input: request, cuts: [] }
  const budget = keepBudget === undefined ? {} : { budgetChars: keepBudget.chars }
  const shortened = shortenLines({ text, goal, pruneId, longestLine, locale, ...budget })
  return { input: { ...request, text: shortened.text }, cuts: shortened.cuts }
}

/** A fallback gives back the text that came, not a shortened one. */
function orWhole(text: string, outcome: PruneOutcome): PruneOutcome {
  return outcome.fallback ? { ...outcome, text } : outcome
}

function inLocale(request: PruneRequest, locale: MarkerLocale | undefined): PruneRequest {
  return request.locale !== undefined || locale === undefined ? request : { ...request, locale }
}

const leastMaxLines = 10_000

/** Lines cost more than the characters in them: one counts for ten. */
function isTooMuch(text: string, maxChars: number): boolean {
  const maxLines = Math.max(leastMaxLines, maxChars / 10)
  return text.length > maxChars || (text.length > maxLines && splitLines(text).count > maxLines)
}

function tooLarge(text: string): PassedOutcome {
  return { ...passThrough(splitLines(text), []), warnings: ['input_too_large'] }
}

const mostAttempts = 4

/** By words, and where they are not found by meaning too; without it where that takes too long. */
async function pruneByMeaning(
  { embedder, tokenizer, now, log }: PruneTextDeps,
  request: PruneRequest,
  context: PruneContext,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = now()
  const made = await pruneToBudget(tokenizer, request, context)
  const isLost = made.outcome.warnings.includes('goal_not_found') && !made.outcome.fallback
  const isLate = (now() - startedAt) * 3 >= request.timeoutMs
  if (embedder === undefined || !isLost || isLate || !isLocal(embedder)) return made
  // Signs of failure are looked for whatever the words: where there are none, nothing failed.
  if (readGoal(request.goal).asksForFailures) return made
  try {
    const goal = translateGoal(request.goal, request.text) ?? request.goal
    const meaning = await nearInMeaning(embedder, splitLines(request.text), goal, signal)
    if (meaning === undefined) return made
    const again = await pruneToBudget(tokenizer, request, { ...context, meaning })
    return again.outcome.fallback ? made : again
  } catch (error) {
    signal.throwIfAborted()
    log.warn('meaning-not-read', { cause: String(error) })
    return made
  }
}

/** Nothing that is pruned goes to a server for its meaning: our table, or an encoder on this machine. */
function isLocal({ reads, model }: Embedder): boolean {
  return reads === 'words' || model.startsWith('onnx:')
}

/** Characters only estimate tokens, so a budget in tokens is approached from above. */
async function pruneToBudget(
  tokenizer: Tokenizer,
  request: PruneRequest,
  context: PruneContext,
): Promise<Attempt> {
  let made = pruneOnce(request, context)
  const { budgetTokens, keepBudget } = request
  if (budgetTokens === undefined || keepBudget === undefined) return made
  let { chars } = keepBudget
  for (let count = 1; count < mostAttempts; count++) {
    const tokens = await estimateTokens(tokenizer, made.outcome.text)
    if (tokens <= budgetTokens) break
    // From what was used, not from what was allowed, and lower each time: an attempt that only just
    // fails must not be made again.
    const target = budgetTokens * (1 - (count - 1) / 100)
    chars = Math.floor((Math.min(chars, made.outcome.text.length) * target) / tokens)
    made = pruneOnce({ ...request, keepBudget: { ...keepBudget, chars } }, context)
  }
  return made
}

/** One pass of the sieve, and what it cut inside of long lines. */
interface Attempt {
  readonly outcome: PruneOutcome
  readonly cuts: readonly LineCut[]
}

/** Prunes by words alone, to the size in characters that the request names; nothing is kept or counted. */
export function pruneOnce(request: PruneRequest, context: PruneContext): Attempt {
  const { input, cuts } = withoutLongLines(request, context.pruneId)
  return { outcome: orWhole(request.text, prune(input, context)), cuts }
}

/** A cloud backend may score differently tomorrow, so the first result under an id is the result. */
async function knownResult(
  { reranker, originals, digest }: PruneTextDeps,
  request: PruneRequest,
  now: number,
): Promise<PruneResult | undefined> {
  if (!reranker) return undefined
  const original = await originals.find(pruneIdOf(request, reranker.name, digest), now)
  if (original?.result === undefined) return undefined
  const result = JSON.parse(original.result) as PruneResult
  const stats = { ...result.stats, deepinfra_cached: true, deepinfra_latency_ms: 0 }
  return { ...result, stats, warnings: [...new Set([...result.warnings, 'cache_hit'])] }
}
