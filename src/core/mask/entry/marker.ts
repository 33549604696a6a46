/** The language markers on entry are written in. */
export type MarkerLocale = 'en' | 'fr'

/** Every marker of the entry sieve begins so; a text that holds one was sieved before. */
export const markerBeginning = '⟦TAMIS: '

/** A run of lines that stands in an earlier result. */
export interface EchoFacts {
  /** Lines of the new text, from 1, both included. */
  readonly first: number
  readonly last: number
  /** The earlier result: its call and what that call did. */
  readonly callId: string
  readonly label: string
  readonly sourceFirst: number
  /** How to get the whole text; said once in a text. */
  readonly wayBack: string | undefined
}

/** What stands for lines that the model can see further up. */
export function echoMarker(facts: EchoFacts, locale: MarkerLocale): string {
  return `${markerBeginning}${sentences[locale](facts)}⟧`
}

/** The last line of a text that was pruned. */
export function wholeTextMarker(wayBack: string, locale: MarkerLocale): string {
  return `${markerBeginning}${locale === 'fr' ? 'texte entier :' : 'whole text:'} ${wayBack}⟧`
}

const sentences: Readonly<Record<MarkerLocale, (facts: EchoFacts) => string>> = {
  en: ({ first, last, callId, label, sourceFirst, wayBack }) =>
    `lines ${first}-${last} are lines ${sourceFirst}-${sourceFirst + last - first} of ${label} above (${callId})${wayBack ? `; whole text: ${wayBack}` : ''}`,
  fr: ({ first, last, callId, label, sourceFirst, wayBack }) =>
    `lignes ${first}-${last} : ce sont les lignes ${sourceFirst}-${sourceFirst + last - first} de ${label} plus haut (${callId})${wayBack ? ` ; texte entier : ${wayBack}` : ''}`,
}

/** Whether a text holds a marker of ours already, from here or from a sieve inside the agent. */
export function isSieved(text: string): boolean {
  return text.includes(markerBeginning) || /⟦PRUN(?:É|ED):? /.test(text)
}
