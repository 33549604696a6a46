import { type MarkerLocale, markerBeginning } from '../entry/marker.ts'
import { type PlaceholderPolicy, placeholderRenderer } from '../placeholder.ts'
import type { Part } from './masked-parts.ts'

export interface PlaceholderTerms {
  readonly policy: PlaceholderPolicy
  readonly locale: MarkerLocale
  /** Where the whole is as a file; absent where there are no files. */
  readonly pathOf: ((id: string) => string) | undefined
}

const longestGist = 60

/** The contract's sentence, and on a line of its own how long the text is, how it begins and where it lies. */
export function partPlaceholder({ policy, locale, pathOf }: PlaceholderTerms) {
  const render = placeholderRenderer(policy)
  return ({
    kind,
    observation,
    id,
    whole,
  }: Part & { readonly id: string; readonly whole: string }) => {
    const { result, call, tool } = observation
    const facts = { tool_call_id: call.callId, tool, chars: whole.length, id }
    const sentence = render(facts, kind === 'result' ? result.content : '')
    return pathOf ? `${sentence}\n${whereabouts(whole, pathOf(id), locale)}` : sentence
  }
}

function whereabouts(whole: string, path: string, locale: MarkerLocale): string {
  const lines = whole.split('\n')
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  const gist = first.length > longestGist ? `${first.slice(0, longestGist - 1)}…` : first
  const count = locale === 'fr' ? `${lines.length} lignes` : `${lines.length} lines`
  return `${markerBeginning}${count}, ${JSON.stringify(gist.replaceAll(/[⟦⟧]/g, ''))}: ${path}⟧`
}
