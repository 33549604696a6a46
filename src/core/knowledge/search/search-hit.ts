import type { KeyedChunk, Trust } from '../../../ports/store/document-rows.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import { withoutFrontMatter } from '../chunk/front-matter.ts'
import type { RankedKey, ScoreParts } from './explain.ts'
import type { Fusion } from './legs/fuse.ts'
import type { Question } from './question.ts'
import type { Ranking, SearchMode } from './rank-chunks.ts'
import { snippetOf } from './snippet.ts'

/** What a score is measured in. */
type ScoreKind = 'bm25' | 'cosine' | 'fused' | 'rrf'

/** Where a chunk stands, so that a reader can open it. */
export interface Citation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly page?: number
}

/** One hit, as every door shows it. */
export interface SearchHit {
  readonly schema_version: 'search_hit.v1'
  readonly rank: number
  readonly score: number
  readonly score_kind: ScoreKind
  readonly chunk_id: string
  readonly doc_id: string
  readonly doc_path: string
  readonly title: string
  readonly heading_path: readonly string[]
  readonly snippet: string
  readonly citation: Citation
  readonly retrieval: {
    /** By the legs that ran, which may be fewer than were asked for. */
    readonly method: SearchMode
    readonly fusion_score: number
    readonly lexical_score: number | null
    readonly lexical_rank: number | null
    readonly vector_score: number | null
    readonly vector_rank: number | null
    /** Inherited from the chunk that mentions this one's title or links to it. */
    readonly hop_bonus: number | null
  }
  /** Others that say the same and are not shown: built copies, files of the same text. */
  readonly copies: number
  readonly indexed_at: string
  readonly stale: boolean
  readonly source: string
  readonly trust: Trust
  /** Every number behind the score; callers drop it unless asked to explain. */
  readonly explain: ScoreParts
}

interface HitFacts {
  readonly chunk: KeyedChunk
  readonly ranked: RankedKey
  readonly copies: number
  readonly rank: number
  readonly legs: Ranking['legs']
  readonly fusion: Fusion
  readonly question: Question
  readonly now: number
  readonly staleAfterMs: number
}

/** A ranked chunk as a hit. */
export function toSearchHit(facts: HitFacts): SearchHit {
  const { chunk, ranked, question } = facts
  const { document } = chunk
  const { lexical, vector, hop } = ranked.parts
  return {
    schema_version: 'search_hit.v1',
    rank: facts.rank,
    score: round(ranked.score),
    score_kind: scoreKind(facts),
    chunk_id: chunk.id,
    doc_id: chunk.documentId,
    doc_path: document.path,
    title: document.title,
    heading_path: chunk.headingPath,
    snippet: snippetOf(shownText(chunk), question, document.language),
    citation: citationOf(chunk),
    retrieval: {
      method: methodOf(facts.legs),
      fusion_score: round(ranked.score),
      lexical_score: lexical ? round(lexical.score) : null,
      lexical_rank: lexical?.rank ?? null,
      vector_score: vector ? round(vector.score) : null,
      vector_rank: vector?.rank ?? null,
      hop_bonus: hop ? round(hop.bonus) : null,
    },
    copies: facts.copies,
    indexed_at: toIsoTime(document.indexedAt),
    stale: facts.now - document.indexedAt > facts.staleAfterMs,
    source: document.source,
    trust: document.trust,
    explain: ranked.parts,
  }
}

/** What a page says of itself at its top is not what was asked for. */
function shownText({ text, startLine, document }: KeyedChunk): string {
  const shown = startLine === 1 && document.kind === 'markdown' ? withoutFrontMatter(text) : text
  return shown.trim() === '' ? text : shown
}

/** The lines of a chunk, and its page where the document has pages. */
export function citationOf(chunk: KeyedChunk): Citation {
  return {
    path: chunk.document.path,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    ...(chunk.page === undefined ? {} : { page: chunk.page }),
  }
}

function methodOf([first = 'lexical', second]: Ranking['legs']): SearchMode {
  return second === undefined ? first : 'hybrid'
}

function scoreKind({ legs, fusion }: HitFacts): ScoreKind {
  if (legs.length === 2) return fusion === 'rrf' ? 'rrf' : 'fused'
  return legs[0] === 'vector' ? 'cosine' : 'bm25'
}

function round(score: number): number {
  return Math.round(score * 1e6) / 1e6
}
