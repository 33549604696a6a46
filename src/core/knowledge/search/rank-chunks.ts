import type { EngineError } from '../../../errors.ts'
import type { DocumentFilter } from '../../../ports/store/document-rows.ts'
import type { RankedKey } from './explain.ts'
import { type Fusion, fuse, lexicalRanking, vectorRanking } from './legs/fuse.ts'
import { lexicalLeg } from './legs/lexical-leg.ts'
import { isModelAway, type VectorLeg, type VectorLegDeps, vectorLeg } from './legs/vector-leg.ts'
import type { Question } from './question.ts'
import { raiseNamed } from './raise-named.ts'
import { followMentions } from './second-hop.ts'

/** BM25 of a term that is repeated without end, in rarities of the term. */
const saturated = 2.2

export type SearchMode = 'lexical' | 'vector' | 'hybrid'

interface RankRequest {
  readonly mode: SearchMode
  readonly filter: DocumentFilter
  /** How many candidates each leg brings. */
  readonly depth: number
  readonly fusion: Fusion
  readonly followMentions: boolean
}

export interface Ranking {
  readonly ranked: readonly RankedKey[]
  readonly legs: readonly ('lexical' | 'vector')[]
  /** What the mode asked for and could not have. */
  readonly missing: readonly ('embedder' | 'vectors')[]
  /** What a score of 1 is worth: with it, scores of different questions can be compared. */
  readonly scale: number
  /** What the cosines count from, where vectors ran. */
  readonly background?: number | undefined
}

export interface RankDeps extends VectorLegDeps {
  /** Told when words answer alone because the model of the vectors is away; absent: that is an error. */
  onModelAway?(error: EngineError): void
}

/** Runs the legs of a mode, fuses them, and follows what the best chunks mention. */
export async function rankChunks(
  deps: RankDeps,
  question: Question,
  request: RankRequest,
  signal?: AbortSignal,
): Promise<Ranking> {
  const ranking = await runLegs(deps, question, request, signal)
  if (!request.followMentions || ranking.ranked.length === 0) return ranking
  const { documents } = deps
  const named = await raiseNamed(documents, question.text, ranking.ranked, request.filter)
  return { ...ranking, ranked: await followMentions(documents, question, named, request.filter) }
}

async function runLegs(
  deps: RankDeps,
  question: Question,
  { mode, filter, depth, fusion }: RankRequest,
  signal: AbortSignal | undefined,
): Promise<Ranking> {
  const { documents, embedder } = deps
  const query = { text: question.text, filter, limit: depth }
  if (mode === 'vector') return byVectors(await vectorLeg(deps, query, signal))
  const vector = mode === 'hybrid' ? await vectorLegIfThere(deps, query, signal) : undefined
  const missing = vector && !vector.ran ? [vector.missing] : []
  const lexical = await lexicalLeg(documents, question, query)
  if (!vector?.ran) return { ranked: lexicalRanking(lexical), legs: ['lexical'], missing, scale: 1 }
  const keys = lexical.map(({ key }) => key)
  const cosines = await documents.cosines(embedder?.model ?? '', vector.vector, keys)
  const known = new Map(
    keys.flatMap((key, at) => {
      const cosine = cosines[at]
      return cosine === undefined ? [] : [[key, cosine] as const]
    }),
  )
  const highest = highestScore(question)
  const { background } = vector
  const legs = {
    lexical,
    vector: vector.hits,
    cosines: known,
    gramShare: question.gramShare,
    proseShare: question.proseShare,
    highestScore: highest,
    reads: embedder?.reads ?? 'words',
    background: background ?? 0,
  }
  return {
    ranked: fuse(legs, fusion),
    legs: ['lexical', 'vector'],
    missing,
    scale: highest,
    background,
  }
}

function byVectors(vector: VectorLeg): Ranking {
  if (!vector.ran) return { ranked: [], legs: [], missing: [vector.missing], scale: 1 }
  const { hits, background } = vector
  return { ranked: vectorRanking(hits), legs: ['vector'], missing: [], scale: 1, background }
}

/** Beside words, vectors may be lost without losing the answer, if somebody is told. */
async function vectorLegIfThere(
  deps: RankDeps,
  query: Parameters<typeof vectorLeg>[1],
  signal: AbortSignal | undefined,
): Promise<VectorLeg> {
  try {
    return await vectorLeg(deps, query, signal)
  } catch (error) {
    if (deps.onModelAway === undefined || !isModelAway(error)) throw error
    deps.onModelAway(error)
    return { ran: false, missing: 'embedder' }
  }
}

/** About what BM25 gives a chunk that holds every word of the question: the scale of lexical scores. */
function highestScore({ content, rarity, scriptPairs, gramRarity }: Question): number {
  const words = [...new Set(content)].reduce((sum, term) => sum + rarity.of(term), 0)
  const pairs = [...new Set(scriptPairs)].reduce((sum, pair) => sum + gramRarity.of(pair), 0)
  return saturated * (words + pairs)
}
