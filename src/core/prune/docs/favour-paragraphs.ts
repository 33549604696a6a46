import { bestOf } from '../select/order-by-score.ts'
import type { DocsOutline } from './outline-docs.ts'

const paragraphShare = 0.5

/** Inside a section, paragraphs that say less than the best one count less. */
export function favourParagraphs(
  scores: Float64Array,
  { sections, paragraphs }: DocsOutline,
  paragraphScores: Float64Array,
): void {
  let next = 0
  for (const section of sections) {
    const from = next
    while ((paragraphs[next]?.last ?? Number.POSITIVE_INFINITY) <= section.last) next += 1
    const best = bestOf(paragraphScores.subarray(from, next))
    if (next - from < 2 || best === 0) continue
    for (let at = from; at < next; at++) {
      const share = (paragraphScores[at] ?? 0) / best
      multiply(scores, paragraphs[at], 1 - paragraphShare + paragraphShare * share)
    }
  }
}

function multiply(
  scores: Float64Array,
  paragraph: DocsOutline['paragraphs'][number] | undefined,
  factor: number,
): void {
  if (paragraph === undefined) return
  for (let line = paragraph.first; line <= paragraph.last; line++) {
    scores[line] = (scores[line] ?? 0) * factor
  }
}
