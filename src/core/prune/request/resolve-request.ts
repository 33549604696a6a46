import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { splitLines } from '../../text/lines.ts'
import { detectSourceType } from '../form/detect-source-type.ts'
import { languageOfPath } from '../form/language-of-path.ts'
import { stripAnsi } from '../form/strip-ansi.ts'
import { type Open, openGoal } from '../goal/without-goal.ts'
import type { MarkerLocale } from '../markers/marker-words.ts'
import type { KeepBudget, PruneRequest, SourceType } from '../types.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** A prune as people ask for it: a text, a goal, and how much to keep; the rest is found out. */
export interface OpenPruneRequest {
  readonly text: string
  /** Empty: what went wrong, or what matters. */
  readonly goal: string
  /** How the program ended that printed the text. */
  readonly exitCode?: number
  readonly sourceType?: SourceType
  /** Where the text came from, for its type and language. */
  readonly path?: string
  /** Share of the characters to keep. */
  readonly keepRatio?: number
  readonly budgetTokens?: number
  readonly maxPruneRatio?: number
  readonly minKeepLines?: number
  readonly annotateLines: boolean
  readonly includeMarkers: boolean
  /** The language of markers and reasons; the contract's French when nobody says one. */
  readonly locale?: MarkerLocale
  readonly explain: boolean
  readonly scoresLines: boolean
  readonly stripAnsi: boolean
  /** Tokens are estimated, not counted; a budget of tokens is counted all the same. */
  readonly estimatesTokens?: boolean
  readonly timeoutMs: number
}

const usualKeepRatio = 0.2
const usualMinKeepLines = 40
const usualChars = 8000
const failedKeepRatio = 0.5
const wellChars = 1200

/** Fills in what the caller left open, so that one engine serves both forms of request. */
export async function resolveRequest(
  tokenizer: Tokenizer,
  open: OpenPruneRequest,
): Promise<PruneRequest> {
  if (open.budgetTokens === undefined) return resolveCounted(open, 0)
  return resolveCounted(open, await estimateTokens(tokenizer, cleaned(open)))
}

/** The same where the tokens of the text are known; they matter to a budget of tokens alone. */
export function resolveCounted(open: OpenPruneRequest, textTokens: number): PruneRequest {
  const text = cleaned(open)
  const language = open.path === undefined ? undefined : languageOfPath(open.path)
  const lineCount = splitLines(text).count
  const choosesSize = isSizeOpen(open)
  const asked = openGoal(open)
  const budget = choosesSize ? usualBudget(text, asked) : keepBudget(open, text, textTokens)
  return {
    text,
    goal: asked.goal,
    isGoalOpen: asked.isGoalOpen,
    keepsEnd: endsWell(asked),
    sourceType: open.sourceType ?? detectSourceType(text, open.path, language).sourceType,
    ...lawsOf(open, budget !== undefined, lineCount),
    annotateLines: open.annotateLines,
    includeMarkers: open.includeMarkers,
    explain: open.explain,
    scoresLines: open.scoresLines,
    timeoutMs: open.timeoutMs,
    estimatesTokens: maySkipCounting(open),
    ...(budget === undefined ? {} : { keepBudget: budget }),
    ...(choosesSize ? { choosesSize } : {}),
    ...given(open),
    // The columns of a cut are those of the original, so a cleaned copy is not cut.
    ...(text === open.text
      ? { longestLine: longestLine(budget?.chars ?? text.length * usualKeepRatio) }
      : { original: open.text }),
  }
}

function cleaned({ text, stripAnsi: isStripped }: OpenPruneRequest): string {
  return isStripped ? stripAnsi(text) : text
}

/** The two laws, loose where a budget says the size. */
function lawsOf(
  { maxPruneRatio, minKeepLines }: OpenPruneRequest,
  hasBudget: boolean,
  lines: number,
) {
  return {
    maxPruneRatio: maxPruneRatio ?? (hasBudget ? 1 : 1 - usualKeepRatio),
    minKeepLines: Math.min(minKeepLines ?? (hasBudget ? 0 : usualMinKeepLines), lines),
  }
}

function isSizeOpen(open: OpenPruneRequest): boolean {
  const { keepRatio, budgetTokens, maxPruneRatio, minKeepLines } = open
  return [keepRatio, budgetTokens, maxPruneRatio, minKeepLines].every((one) => one === undefined)
}

/** A fifth, and of a short text all that has a reason; little of what went well, half of what failed. */
function usualBudget(text: string, asked: Open): KeepBudget {
  if (endsWell(asked)) return { chars: wellChars, countsMarkers: false }
  const isFailed = asked.isGoalOpen && asked.outcome === 'failed'
  const share = isFailed ? failedKeepRatio : usualKeepRatio
  return { chars: Math.max(usualChars, text.length * share), countsMarkers: false }
}

/** Nothing is asked of a program that ended well. */
function endsWell({ isGoalOpen, outcome }: Open): boolean {
  return isGoalOpen && outcome === 'well'
}

function given({ budgetTokens, locale }: OpenPruneRequest): Partial<PruneRequest> {
  return {
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    ...(locale === undefined ? {} : { locale }),
  }
}

function maySkipCounting({ estimatesTokens = false, budgetTokens }: OpenPruneRequest): boolean {
  return estimatesTokens && budgetTokens === undefined
}

/** No line takes the whole budget, and none of ordinary length is cut. */
function longestLine(budgetChars: number): number {
  return Math.round(Math.min(2000, Math.max(500, budgetChars)))
}

function keepBudget(
  { keepRatio, budgetTokens, includeMarkers }: OpenPruneRequest,
  text: string,
  textTokens: number,
): KeepBudget | undefined {
  const countsMarkers = includeMarkers
  if (budgetTokens !== undefined) {
    if (textTokens <= budgetTokens) return { chars: text.length, countsMarkers }
    return { chars: Math.floor((text.length * budgetTokens) / textTokens), countsMarkers }
  }
  return keepRatio === undefined
    ? undefined
    : { chars: Math.ceil(text.length * keepRatio), countsMarkers: false }
}
