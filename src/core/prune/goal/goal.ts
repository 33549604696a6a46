import { detectLanguage, type Language } from '../../text/stop-words.ts'
import { termsOf } from '../../text/terms.ts'

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
  /** Whether it asks for what is not there. */
  readonly asksForAbsence: boolean
  /** Whether it asks for what differs from the usual. */
  readonly asksForOther: boolean
  /** Whether it asks what went wrong rather than for a thing by name. */
  readonly asksWhatIsWrong: boolean
}

/** Asking for trouble in words of its own. */
const failing =
  /\b(?:wrong|fail\w*|errors?|broken|problems?|trouble|crash\w*|issues?|erreurs?|[ée]chou\w*|[ée]checs?|probl[èe]mes?|panne|cass[ée]\w*|cloche)\b/i
/** Asking for it as the opposite of well, or of usual. */
const unwell =
  /\b(?:unhealthy|ill|sick|bad|stuck|outlier\w*|anomal\w*|unusual|odd|suspicious|(?:not|isn't|aren't|don't|doesn't|never) \w+|anormal\w*|(?:n'est|ne sont|ne fonctionne\w*|ne marche\w*) pas)\b/i

/** Asking for a cause: of something that is not as it should be, mostly. */
const cause = /^\W*(?:so |and |but |et |mais )?(?:why|how come|pourquoi)\b/i
/** Asking for what should be there and is not. */
const absent =
  /\b(?:missing|absent|unmet|manqu\w+|introuvable\w*|(?:not|cannot|n[o']t) (?:be )?(?:find|found|there))\b/i

/** Asking for what is not as the others are. */
const other =
  /\b(?:other than|another|different\w*|differs?|except|unlike|odd|unusual|outlier\w*|autre que|différent\w*|sauf)\b/i

/** Words that ask, order or name the kind of thing rather than the thing. */
const vague = new Set(
  termsOf(
    `add added also avoid best bug case cause change check class code correct create different
    enable ensure error explain fail failed failure file find fix fixed follow following
    function good handle handled happen help implement implementation issue know line list look
    main make mean meaning method module name need new only parameter part pattern perform
    please possible problem process provide question read reason remove set show specific stop
    support test tell text thing update use used using value want way within work write`,
    { stemmedIn: 'en' },
  ),
)

/** Words of a question that stand for what is asked, or for how sure one is. */
const empty = new Set(
  'still yet ever really even much many anything something somebody anybody'.split(' '),
)

const vagueWeight = 0.35

/** Every term is looked for in every line; who pastes a book as a goal means its beginning. */
const longestGoal = 10_000

const compound = /[\p{L}\p{N}][_-][\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{N}/u

/** Stop words go, vague words count less, each term counts once; the words of a translation count instead. */
export function readGoal(whole: string, translated?: string): Goal {
  const asked = (translated ?? whole).slice(0, longestGoal)
  const language = translated === undefined ? detectLanguage(asked) : 'en'
  const weights = new Map<string, number>()
  for (const term of termsOf(asked, { withoutStopWords: true, stemmedIn: language })) {
    if (!empty.has(term)) weights.set(term, vague.has(term) ? vagueWeight : 1)
  }
  addState(weights, asked, language)
  // What is asked for is said in either language.
  const text = translated === undefined ? asked : `${whole.slice(0, longestGoal)} ${asked}`
  const numbers = [...new Set(text.match(/\d+/g))]
  return {
    language,
    weights,
    hasCompounds: compound.test(text),
    numbers,
    text,
    asksForFailures: failing.test(text),
    asksForOther: other.test(text),
    asksForAbsence: absent.test(text),
    asksWhatIsWrong: failing.test(text) || unwell.test(text) || cause.test(text),
  }
}

/** `which interface is down?`, `what is not tracked yet`: the state that is asked about. */
const state =
  /\b(?:is|are|was|were|went|est|sont)(?: any(?:thing)?| \w+)? (up|down|off|on|out|over)\s*\??$/i
const negated =
  /\b(?:not|isn't|aren't|wasn't|weren't|never|never been)(?: yet| been)? (\p{L}{4,})/giu
const negations = ['un', 'in', 'im', 'dis', 'non']

/** A small word at the end says the state, and `not tracked` is written `untracked` too. */
function addState(weights: Map<string, number>, text: string, language: Language): void {
  const small = state.exec(text.trim())?.[1]
  if (small !== undefined) weights.set(small.toLowerCase(), 1)
  for (const [, word = ''] of text.matchAll(negated))
    for (const prefix of negations)
      for (const term of termsOf(prefix + word.toLowerCase(), { stemmedIn: language }))
        weights.set(term, 1)
}
