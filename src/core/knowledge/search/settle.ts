import type { Documents } from '../../../ports/store/documents.ts'
import { type Collapsed, collapseCopies } from '../code/collapse-copies.ts'
import { findCopies } from '../code/find-copies.ts'
import { findSymbol } from '../code/find-symbol.ts'
import { type LoadedRank, weighNames, weighRoles } from '../code/weigh-code.ts'
import { whereQuestion } from '../code/where-question.ts'
import type { RankedKey } from './explain.ts'
import type { Question } from './question.ts'
import type { SearchDeps, SearchRequest } from './search.ts'

/** Loaded beyond the page, so that diversity has something to work with; more where copies may be. */
const spare = { text: 20, code: 200 }

/** The best chunks with their texts, in the order in which they are shown. */
export async function settle(
  deps: SearchDeps,
  request: SearchRequest,
  question: Question,
  ranked: readonly RankedKey[],
): Promise<readonly Collapsed[]> {
  const { documents } = deps
  const wanted = (request.offset ?? 0) + request.limit
  const first = await loadRanked(documents, ranked.slice(0, wanted + spare.text))
  const asked = await withSymbols(deps, request, ranked, first)
  const hasCode = asked.some(({ chunk }) => chunk.document.kind === 'code')
  if (!hasCode) return collapseCopies(asked)
  const rest = ranked.slice(wanted + spare.text, wanted + spare.code)
  const known = new Set(asked.map(({ chunk }) => chunk.key))
  const more = await loadRanked(
    documents,
    rest.filter(({ key }) => !known.has(key)),
  )
  const named = await weighNames(documents, question, [...asked, ...more])
  const copies = await findCopies(
    documents,
    named.map(({ chunk }) => chunk.document),
  )
  return weighRoles(question, collapseCopies(named, copies), copies)
}

/** What the syntax tree found comes first, in its order. */
async function withSymbols(
  { documents, syntax }: SearchDeps,
  { query, filter = {}, syntax: form }: SearchRequest,
  ranked: readonly RankedKey[],
  loaded: readonly LoadedRank[],
): Promise<readonly LoadedRank[]> {
  const where = form === 'raw' || syntax === undefined ? undefined : whereQuestion(query)
  if (syntax === undefined || where === undefined) return loaded
  const keys = await findSymbol(documents, syntax, where, filter)
  const byKey = new Map(ranked.map((one) => [one.key, one]))
  const best = ranked[0]?.score || 1
  const placed = keys.map((key, at): RankedKey => {
    const own = byKey.get(key)
    const parts = { ...own?.parts, symbol: where.asks }
    return { key, score: best * (3 - at / keys.length), parts }
  })
  const known = new Set(keys)
  const found = await loadRanked(documents, placed)
  return [...found, ...loaded.filter(({ chunk }) => !known.has(chunk.key))]
}

async function loadRanked(
  documents: Documents,
  ranked: readonly RankedKey[],
): Promise<readonly LoadedRank[]> {
  const chunks = await documents.load(ranked.map(({ key }) => key))
  const byKey = new Map(ranked.map((one) => [one.key, one]))
  return chunks.flatMap((chunk) => {
    const one = byKey.get(chunk.key)
    return one ? [{ chunk, ranked: one }] : []
  })
}
