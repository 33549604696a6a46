/** The language markers on entry are written in. */
export type MarkerLocale = 'en' | 'fr'

/** Every marker of the entry sieve begins so; a text that holds one was sieved before. */
export const markerBeginning = '⟦TAMIS: '
const bracket = '⟦'

/** A run of lines that stands in an earlier result. */
interface EchoFacts {
  /** Lines of the new text, from 1, both included. */
  readonly first: number
  readonly last: number
  /** The earlier result: what its call did, and its id where others did the same; absent where the marker before it said so. */
  readonly source: { readonly callId: string | undefined; readonly label: string } | undefined
  readonly sourceFirst: number
  /** How to get the whole text; said once in a text. */
  readonly wayBack: string | undefined
  /** Whether the model has been told what such a name is. */
  readonly isWayKnown: boolean
}

/** What stands for lines that the model can see further up. */
export function echoMarker(
  { first, last, source, sourceFirst, wayBack, isWayKnown }: EchoFacts,
  locale: MarkerLocale,
): string {
  const words = vocabulary[locale]
  const where = source ? `${words.of} ${source.label} ${words.above}` : words.ofTheSame
  const call = source?.callId === undefined ? '' : ` (${shortCallId(source.callId)})`
  const whole = wayBack ? `; ${isWayKnown ? '' : `${words.whole} `}${wayBack}` : ''
  const same = sourceFirst === first ? '' : ` = ${sourceFirst}-${sourceFirst + last - first}`
  const lines = `${words.lines} ${first}-${last}${same}`
  return `${markerBeginning}${lines} ${where}${call}${whole}⟧`
}

/** The last line of a text that was pruned. */
export function wholeTextMarker(wayBack: string, locale: MarkerLocale): string {
  return `${markerBeginning}${vocabulary[locale].whole} ${wayBack}⟧`
}

/** The last line of a listing of which only names and sizes are left. */
export function foldMarker(rows: number, wayBack: string, locale: MarkerLocale): string {
  const { rowsInShort, whole } = vocabulary[locale]
  return `${markerBeginning}${rowsInShort(rows)}; ${whole} ${wayBack}⟧`
}

/** Under what was read from a file that holds markers of somebody else. */
export function foreignMarker(count: number, locale: MarkerLocale): string {
  return `${markerBeginning}${vocabulary[locale].notOurs(count)}⟧`
}

const vocabulary = {
  en: {
    notOurs: (count: number) =>
      count === 1
        ? 'the marker above is part of the text'
        : `${count} markers above are part of the text`,
    lines: 'lines',
    of: 'of',
    above: 'above',
    ofTheSame: 'of the same',
    whole: 'whole text:',
    rowsInShort: (rows: number) => `${rows} rows as name and size`,
  },
  fr: {
    notOurs: (count: number) =>
      count === 1
        ? 'le marqueur ci-dessus fait partie du texte'
        : `${count} marqueurs ci-dessus font partie du texte`,
    lines: 'lignes',
    of: 'de',
    above: 'plus haut',
    ofTheSame: 'du même texte',
    whole: 'texte entier :',
    rowsInShort: (rows: number) => `${rows} lignes réduites au nom et à la taille`,
  },
} as const

/** The end of a long id tells calls of one label apart as well, for a fifth of the tokens. */
function shortCallId(callId: string): string {
  return callId.length > 16 ? `…${callId.slice(-5)}` : callId
}

/** How much of a text is markers. */
export function markerChars(text: string): number {
  let chars = 0
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    const end = text.indexOf('⟧', at)
    if (end !== -1) chars += end + 1 - at
  }
  return chars
}

/** Whether a text holds a marker of ours already, from here or from a sieve inside the agent. */
export function isSieved(text: string): boolean {
  return text.includes(markerBeginning) || /⟦PRUN(?:É|ED):? /.test(text)
}
