import { type MarkerLocale, markerBeginning } from '../entry/marker.ts'
import type { WaysBack } from '../entry/way-back.ts'
import { type PlaceholderPolicy, placeholderRenderer } from '../window/placeholder.ts'
import { carriedTexts } from './carried-texts.ts'
import type { Part } from './masked-parts.ts'

interface PlaceholderTerms {
  /** Whose sentence somebody asked for by name; absent: the short form alone. */
  readonly sentence: PlaceholderPolicy | undefined
  readonly locale: MarkerLocale
}

/** What stands for a part, and about how long that is. */
export interface PartPlaceholder {
  readonly text: (
    part: Part & { readonly id: string; readonly whole: string },
    ways: WaysBack,
  ) => string
  readonly chars: number
}

const longestGist = 60
const shortChars = 130
const sentenceChars = 300

/** How long the text is, how it begins and where it lies; after the contract's sentence where that was asked for. */
export function partPlaceholder({ sentence, locale }: PlaceholderTerms): PartPlaceholder {
  const render = sentence && placeholderRenderer(sentence)
  return {
    chars: render ? sentenceChars : shortChars,
    text({ kind, observation, id, whole }, { pathOf, wayBack }) {
      const { result, call, tool } = observation
      if (!render && kind === 'input')
        return `${markerBeginning}${lineCount(carriedTexts(call).lines, locale)}: ${wayBack(id)}⟧`
      // The text an edit replaced is in no file any more: nobody needs to know how it began.
      if (!render) return whereabouts(kind === 'replaced' ? '' : whole, wayBack(id), locale)
      const facts = { tool_call_id: call.callId, tool, chars: whole.length, id }
      const words = render(facts, kind === 'result' ? result.content : '')
      return pathOf ? `${words}\n${whereabouts(whole, pathOf(id), locale)}` : words
    },
  }
}

function whereabouts(whole: string, wayBack: string, locale: MarkerLocale): string {
  if (whole === '') return `${markerBeginning}${wayBack}⟧`
  const lines = whole.split('\n')
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  const gist = first.length > longestGist ? `${first.slice(0, longestGist - 1)}…` : first
  const count = lineCount(lines.length, locale)
  return `${markerBeginning}${count}, ${JSON.stringify(gist.replaceAll(/[⟦⟧]/g, ''))}: ${wayBack}⟧`
}

function lineCount(lines: number, locale: MarkerLocale): string {
  if (lines === 1) return locale === 'fr' ? '1 ligne' : '1 line'
  return locale === 'fr' ? `${lines} lignes` : `${lines} lines`
}
