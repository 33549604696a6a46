import type { Say } from '../../core/text/say.ts'
import type { Memory } from '../../engine.ts'

/** One hit a line, best first; similarities only where something was compared. */
export function hitsText(
  { hits, rankedBy }: Awaited<ReturnType<Memory['search']>>,
  say: Say,
): string {
  if (hits.length === 0) return '_aucun résultat_'
  const kinds = {
    learning: say('learning'),
    veille: say('watch note'),
    clarification: say('clarification'),
  }
  const lines = hits.map(({ similarity, kind, id, date, text }) => {
    const shown = rankedBy === 'reuse and date' ? '' : `${similarity.toFixed(2)}  `
    return `${shown}${kinds[kind].padEnd(13)}  ${id}  ${date.slice(0, 10)}  ${oneLine(text)}`
  })
  const ranked = {
    words: say('ranked by words'),
    'words and vectors': say('ranked by words and vectors'),
    'reuse and date': say('ranked by reuse and date'),
  }
  return [...lines, `(${ranked[rankedBy]})`].join('\n')
}

/** The beginning of a text, on one line of a terminal. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
