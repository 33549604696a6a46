import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'
import type { RankedKey } from '../search/explain.ts'
import type { Question } from '../search/question.ts'
import { loadRarity } from '../search/rarity.ts'
import { distanceFromSource } from './document-role.ts'
import { ownNameOf } from './own-name.ts'

export interface LoadedRank {
  readonly chunk: KeyedChunk
  readonly ranked: RankedKey
}

/** What is left of the score of a source, a test and a built copy. */
const roleShares: readonly number[] = [1, 0.8, 0.65]
/** What it adds, in scores of the best, that the question says the whole name of code without a comment. */
const nameWeight = 0.15

/** A definition that nobody described is described by its name. */
export async function weighNames(
  documents: Documents,
  question: Question,
  loaded: readonly LoadedRank[],
): Promise<readonly LoadedRank[]> {
  const best = loaded[0]?.ranked.score ?? 0
  const names = new Map(loaded.map(({ chunk }) => [chunk.key, namePartsOf(chunk)]))
  const parts = [...new Set([...names.values()].flat())]
  const rarity = await loadRarity(documents, 'words', parts, question.rarity.chunks)
  const asked = new Set([...question.content, ...question.words])
  const shareSaid = (name: readonly string[]): number => {
    const sum = (terms: readonly string[]): number =>
      terms.reduce((total, term) => total + rarity.of(term), 0)
    return name.length === 0 ? 0 : sum(name.filter((part) => asked.has(part))) / sum(name)
  }
  return loaded
    .map(({ chunk, ranked }) => {
      const name = nameWeight * best * shareSaid(names.get(chunk.key) ?? [])
      const parts = { ...ranked.parts, ...(name > 0 ? { name } : {}) }
      return { chunk, ranked: { ...ranked, score: ranked.score + name, parts } }
    })
    .sort(byScore)
}

/** Sources before tests, tests before built copies, unless the question asks for tests. */
export function weighRoles<Loaded extends LoadedRank>(
  question: Question,
  loaded: readonly Loaded[],
  copies: ReadonlySet<string>,
): readonly Loaded[] {
  const wantsTests = question.content.some((term) => term === 'test' || term === 'spec')
  return loaded
    .map((one) => {
      const distance = distanceFromSource(one.chunk.document, copies)
      const role = distance === 1 && wantsTests ? 1 : (roleShares[distance] ?? 1)
      if (role === 1) return one
      const { ranked } = one
      const parts = { ...ranked.parts, role }
      return { ...one, ranked: { ...ranked, score: role * ranked.score, parts } }
    })
    .sort(byScore)
}

function byScore(a: LoadedRank, b: LoadedRank): number {
  return b.ranked.score - a.ranked.score || a.chunk.key - b.chunk.key
}

function namePartsOf(chunk: KeyedChunk): readonly string[] {
  const own = ownNameOf(chunk)
  if (own === undefined || own.isDescribed) return []
  return [...new Set(partsOf(own.name).map((part) => stem(part, 'en')))]
}
