import type { Memory } from '../engine.ts'

/** One hit a line, best first. */
export function hitsText({ hits, legs }: Awaited<ReturnType<Memory['search']>>): string {
  if (hits.length === 0) return '_aucun résultat_'
  const lines = hits.map(
    ({ similarity, kind, id, date, text }) =>
      `${similarity.toFixed(2)}  ${kind.padEnd(13)}  ${id}  ${date.slice(0, 10)}  ${oneLine(text)}`,
  )
  return [...lines, `(ranked by ${legs.replace('+', ' and ')})`].join('\n')
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
