import { detectLanguage, type Language } from '../text/stop-words.ts'
import { termsOf } from '../text/terms.ts'

/** A goal read as data: what to look for, never an instruction. */
export interface Goal {
  readonly language: Language
  /** Stem or whole identifier to how much it says, in 0..1. */
  readonly weights: ReadonlyMap<string, number>
  /** Whether it names a number or something of several parts, such as `parseDate` or `max-age`. */
  readonly hasCompounds: boolean
  /** The runs of digits it names, alone or inside a name. */
  readonly numbers: readonly string[]
  /** As it was written. */
  readonly text: string
  /** Whether it asks for failures of any kind, so that no name in it narrows them down. */
  readonly asksForFailures: boolean
  /** Whether it asks what went wrong rather than for a thing by name. */
  readonly asksWhatIsWrong: boolean
}

/** Asking for trouble in words of its own. */
const failing =
  /\b(?:wrong|fail\w*|errors?|broken|problems?|trouble|crash\w*|issues?|erreurs?|[ée]chou\w*|[ée]checs?|probl[èe]mes?|panne|cass[ée]\w*|cloche)\b/i
/** Asking for it as the opposite of well, or of usual. */
const unwell =
  /\b(?:unhealthy|ill|sick|bad|stuck|outlier\w*|anomal\w*|unusual|odd|suspicious|(?:not|isn't|aren't|don't|doesn't|never) \w+|anormal\w*|(?:n'est|ne sont|ne fonctionne\w*|ne marche\w*) pas)\b/i

/** Words that ask, order or name the kind of thing rather than the thing. */
const vague = new Set(
  termsOf(
    `add added also architecture architectural avoid behavior best bug case cause change check class
    code correct create different enable ensure error exact explain fail failed failure file find
    fix fixed follow following function good handle handled happen help identify implement
    implementation issue know line list locate located look main make mean meaning mechanism
    method module name need new only parameter part pattern perform please possible problem process
    provide purpose question read reason refactor refer remove role semantic set show specific stop
    support test tell text thing update use used using value want way within work write`,
    { stemmedIn: 'en' },
  ),
)

const vagueWeight = 0.35

/** Every term is looked for in every line; who pastes a book as a goal means its beginning. */
const longestGoal = 10_000

const compound = /[\p{L}\p{N}][_-][\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{N}/u

/** Stop words go, vague words count less, each term counts once. */
export function readGoal(whole: string): Goal {
  const text = whole.slice(0, longestGoal)
  const language = detectLanguage(text)
  const weights = new Map<string, number>()
  for (const term of termsOf(text, { withoutStopWords: true, stemmedIn: language })) {
    weights.set(term, vague.has(term) ? vagueWeight : 1)
  }
  const numbers = [...new Set(text.match(/\d+/g))]
  return {
    language,
    weights,
    hasCompounds: compound.test(text),
    numbers,
    text,
    asksForFailures: failing.test(text),
    asksWhatIsWrong: failing.test(text) || unwell.test(text),
  }
}
