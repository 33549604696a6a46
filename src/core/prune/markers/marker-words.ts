/** The languages markers and reasons may be in. */
export type MarkerLocale = 'en' | 'fr'

export interface MarkerWords {
  readonly pruned: string
  readonly lines: string
  readonly line: string
  readonly columns: string
  readonly reason: string
  /** The reason every marker may carry; short, because it is repeated. */
  readonly plainReason: string
  readonly longLine: string
  /** Said of lines that differ in numbers and ids only, after their count. */
  readonly alike: string
}

const words: Readonly<Record<MarkerLocale, MarkerWords>> = {
  // The contract's own words, byte for byte.
  fr: {
    pruned: 'PRUNÉ',
    lines: 'lignes',
    line: 'ligne',
    columns: 'colonnes',
    reason: 'raison',
    plainReason: 'hors focus',
    longLine: 'ligne longue',
    alike: 'semblables',
  },
  en: {
    pruned: 'PRUNED',
    lines: 'lines',
    line: 'line',
    columns: 'columns',
    reason: 'reason',
    plainReason: 'not about the goal',
    longLine: 'the line is long',
    alike: 'alike',
  },
}

/** The words of a marker in the reader's language; in the contract's French where nobody says one. */
export function markerWords(locale: MarkerLocale = 'fr'): MarkerWords {
  return words[locale]
}
