import { distanceFromSource } from './document-role.ts'
import type { LoadedRank } from './weigh-code.ts'

/** A hit, and how many others say the same. */
export interface Collapsed extends LoadedRank {
  readonly copies: number
}

/** Two definitions of one name in files of one name that share this much of their words are copies. */
const leastShared = 0.5

/**
 * One of each set of copies stays, with the best place any of them had: texts that are the same, and
 * code of the same name in files that differ in folder or ending (`src/a.ts`, `dist/a.js`,
 * `a.d.ts`). Of those the source stays.
 */
export function collapseCopies(
  ranked: readonly LoadedRank[],
  copies: ReadonlySet<string> = new Set(),
): readonly Collapsed[] {
  const groups: LoadedRank[][] = []
  const byText = new Map<string, LoadedRank[]>()
  const bySymbol = new Map<string, LoadedRank[][]>()
  for (const one of ranked) {
    const text = one.chunk.text.replace(/\s+/g, ' ').trim()
    const symbol = symbolOf(one)
    const group =
      byText.get(text) ??
      (symbol && bySymbol.get(symbol)?.find(([first]) => first && isCopy(first, one)))
    if (group) {
      group.push(one)
      byText.set(text, group)
      continue
    }
    const fresh = [one]
    groups.push(fresh)
    byText.set(text, fresh)
    if (symbol) bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), fresh])
  }
  return groups.flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const farness = (one: LoadedRank): number => farnessOf(one, copies)
    const kept = group.reduce((best, one) => (farness(one) < farness(best) ? one : best))
    const { score } = first.ranked
    return [{ chunk: kept.chunk, ranked: { ...kept.ranked, score }, copies: group.length - 1 }]
  })
}

function symbolOf({ chunk: { document, headingPath } }: LoadedRank): string | undefined {
  if (document.kind !== 'code' || headingPath.length === 0) return undefined
  const file = document.path
    .split('/')
    .at(-1)
    ?.replace(/(?:\.d)?\.[mc]?[jt]sx?$/, '')
  return JSON.stringify([document.source, file, ...headingPath])
}

function isCopy({ chunk: a }: LoadedRank, { chunk: b }: LoadedRank): boolean {
  if (a.documentId === b.documentId) return false
  const [first, second] = [wordsOf(a.text), wordsOf(b.text)]
  const shared = [...first].filter((word) => second.has(word)).length
  return shared / Math.max(1, Math.min(first.size, second.size)) >= leastShared
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}_$]+/gu))
}

/** Sources first; then what has a body, and TypeScript before what was made of it. */
function farnessOf({ chunk: { document } }: LoadedRank, copies: ReadonlySet<string>): number {
  const form = /\.d\.[mc]?ts$/.test(document.path) ? 2 : /\.tsx?$/.test(document.path) ? 0 : 1
  return 3 * distanceFromSource(document, copies) + form
}
