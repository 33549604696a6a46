import type { KeyedChunk } from '../../../ports/store/documents.ts'
import { contentTerms, scriptGrams, stemmerOf } from '../search/index-terms.ts'
import type { Rarity } from '../search/rarity.ts'

/** A sentence of a chunk, verbatim, and where it stands. */
export interface Extract {
  readonly text: string
  readonly chunk: KeyedChunk
  readonly startLine: number
  readonly endLine: number
}

export interface ExtractQuery {
  readonly terms: ReadonlySet<string>
  readonly rarity: Pick<Rarity, 'of'>
}

/** The sentences that say most of what is asked, each new word counted once; best first. */
export function extractSentences(
  chunks: readonly KeyedChunk[],
  query: ExtractQuery,
  limit: number,
): readonly Extract[] {
  const candidates = chunks.flatMap((chunk, rank) =>
    sentencesOf(chunk).map((sentence) => ({ ...sentence, rank, held: heldTerms(sentence, query) })),
  )
  const covered = new Set<string>()
  const chosen: Extract[] = []
  while (chosen.length < limit) {
    const best = candidates.reduce<{ one?: Candidate; gain: number }>(
      (leader, one) => {
        const gain = gainOf(one, covered, query)
        return gain > leader.gain ? { one, gain } : leader
      },
      { gain: 0 },
    ).one
    if (best === undefined) break
    candidates.splice(candidates.indexOf(best), 1)
    for (const term of best.held) covered.add(term)
    const { text, chunk, startLine, endLine } = best
    chosen.push({ text, chunk, startLine, endLine })
  }
  return chosen
}

type Candidate = Extract & { readonly rank: number; readonly held: readonly string[] }

/** Of two sentences that say the same, the shorter, and the one from the better chunk. */
function gainOf(
  { held, rank, text }: Candidate,
  covered: ReadonlySet<string>,
  { rarity }: ExtractQuery,
): number {
  const fresh = held.filter((term) => !covered.has(term))
  const weight = fresh.reduce((sum, term) => sum + rarity.of(term), 0)
  return weight / (1 + 0.1 * rank) / (1 + text.length / 600)
}

function heldTerms({ text, chunk }: Extract, { terms }: ExtractQuery): readonly string[] {
  const own = new Set([
    ...contentTerms(text, stemmerOf(chunk.document.language)),
    ...scriptGrams(text, 2),
  ])
  return [...own].filter((term) => terms.has(term))
}

/** Sentences with their lines; a line break in the middle of a paragraph does not end one. */
function sentencesOf(chunk: KeyedChunk): readonly Extract[] {
  const found: Extract[] = []
  const pattern = /[^\s][\s\S]*?(?:[.!?。！？](?=\s|$)|\n\s*\n|$)/g
  for (const match of chunk.text.matchAll(pattern)) {
    const text = match[0].trim()
    if (text.length < 3) continue
    const before = chunk.text.slice(0, match.index)
    const startLine = chunk.startLine + newlines(before)
    found.push({ text, chunk, startLine, endLine: startLine + newlines(text) })
  }
  return found
}

function newlines(text: string): number {
  return text.split('\n').length - 1
}
