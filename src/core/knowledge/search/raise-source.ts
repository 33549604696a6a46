import type { LoadedRank } from '../code/weigh-code.ts'
import { wordsOfTitle } from './index-terms.ts'

/** What being of a source that the question names is worth, in scores of the best chunk. */
const namedWeight = 0.4

/** "… in hono": files of a source that the question names come before those of others. */
export function raiseSource(
  question: string,
  loaded: readonly LoadedRank[],
): readonly LoadedRank[] {
  const said = ` ${wordsOfTitle(question).join(' ')} `
  const isNamed = ({ chunk: { document } }: LoadedRank): boolean => {
    const name = wordsOfTitle(document.source).join(' ')
    return document.root !== '' && name.length > 2 && said.includes(` ${name} `)
  }
  const named = new Set(loaded.filter(isNamed))
  if (named.size === 0 || named.size === loaded.length) return loaded
  const bonus = namedWeight * (loaded[0]?.ranked.score ?? 0)
  return loaded
    .map((one) => {
      if (!named.has(one)) return one
      const { chunk, ranked } = one
      const parts = { ...ranked.parts, source: bonus }
      return { chunk, ranked: { ...ranked, score: ranked.score + bonus, parts } }
    })
    .sort((a, b) => b.ranked.score - a.ranked.score || a.chunk.key - b.chunk.key)
}
