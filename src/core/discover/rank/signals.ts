import type { Question } from './question.ts'

export type SignalKind = 'words' | 'server' | 'meaning' | 'learned'

/** One thing that speaks for an entry; how much it counts is fitted, see `npm run fit`. */
export interface Signal {
  readonly name: string
  /** Under which heading people are told of it. */
  readonly kind: SignalKind
  /** Asked only of entries that have a chance by the other signals: it takes longer. */
  readonly isClose?: true
  of(question: Question, entry: number): number
}

/** What each entry is judged by. The sum and its explanation both fold this list. */
export const signals = [
  { name: 'text', kind: 'words', of: ({ inText }, entry) => inText[entry] ?? 0 },
  { name: 'name', kind: 'words', of: ({ inName }, entry) => inName[entry] ?? 0 },
  { name: 'parameters', kind: 'words', of: ({ inParameters }, entry) => inParameters[entry] ?? 0 },
  { name: 'nameSaid', kind: 'words', of: ({ ofName }, entry) => ofName[entry] ?? 0 },
  { name: 'headlineSaid', kind: 'words', of: ({ ofHeadline }, entry) => ofHeadline[entry] ?? 0 },
  { name: 'part', kind: 'words', of: ({ bestPart }, entry) => bestPart[entry] ?? 0 },
  { name: 'covered', kind: 'words', of: ({ covered }, entry) => covered[entry] ?? 0 },
  { name: 'server', kind: 'server', of: ({ inServer }, entry) => inServer[entry] ?? 0 },
  {
    name: 'serverDescription',
    kind: 'server',
    of: ({ inServerDescription }, entry) => inServerDescription[entry] ?? 0,
  },
  { name: 'meaning', kind: 'meaning', of: ({ meaning }, entry) => meaning?.whole[entry] ?? 0 },
  {
    name: 'neighbours',
    kind: 'meaning',
    of: ({ meaning }, entry) => meaning?.neighbours?.[entry] ?? 0,
  },
  {
    name: 'serverMeaning',
    kind: 'meaning',
    of: ({ meaning }, entry) => meaning?.server?.[entry] ?? 0,
  },
  {
    name: 'nearlyCovered',
    kind: 'meaning',
    of: ({ meaning }, entry) => meaning?.covered?.[entry] ?? 0,
  },
  { name: 'pairs', kind: 'words', isClose: true, of: ({ inPairs }, entry) => inPairs(entry) },
  {
    name: 'subject',
    kind: 'meaning',
    isClose: true,
    of: ({ meaning }, entry) => meaning?.subject?.(entry) ?? 0,
  },
  {
    name: 'partMeaning',
    kind: 'meaning',
    isClose: true,
    of: ({ meaning }, entry) => meaning?.part(entry) ?? 0,
  },
] as const satisfies readonly Signal[]

export type SignalName = (typeof signals)[number]['name']

/** What past intents say about which entries a new one needs. */
export interface Evidence {
  /** Added to the sum of signals, one per entry. */
  readonly boosts: Float64Array
  /** How much the past counts was tried on the past itself; else it is believed lightly. */
  readonly isTried: boolean
  /** `because 14 similar intents used it`, where that was worth saying. */
  reason(entry: number): string | undefined
}
