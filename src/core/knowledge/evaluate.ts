import type { SearchMode } from './search/rank-chunks.ts'
import { type SearchDeps, search } from './search/search.ts'

/** A question with the documents or chunks that answer it; none for one that must be refused. */
export interface GoldenQuestion {
  readonly query: string
  /** Document ids, paths or chunk ids. */
  readonly relevant: readonly string[]
}

export interface Evaluation {
  readonly mode: SearchMode
  readonly questions: number
  readonly recall_at_1: number
  readonly recall_at_5: number
  readonly recall_at_10: number
  readonly mrr_at_10: number
  /** Answerable questions the gate lets through. */
  readonly gate_passed: number
  /** Unanswerable questions the gate refuses; null when the file has none. */
  readonly gate_refused: number | null
  readonly misses: readonly string[]
}

/** Measures a base with questions of one's own. */
export async function evaluate(
  deps: SearchDeps,
  golden: readonly GoldenQuestion[],
  mode: SearchMode,
  scoreGate: number,
  signal?: AbortSignal,
): Promise<Evaluation> {
  const runs: { golden: GoldenQuestion; ids: readonly (readonly string[])[]; passed: boolean }[] =
    []
  for (const one of golden) {
    const request = { query: one.query, mode, limit: 10, syntax: 'plain', perDocument: 1 } as const
    const { hits, evidence } = await search(deps, request, signal)
    const ids = hits.map(({ doc_id, doc_path, chunk_id }) => [doc_id, doc_path, chunk_id])
    runs.push({ golden: one, ids, passed: evidence >= scoreGate })
  }
  const answerable = runs.filter(({ golden: { relevant } }) => relevant.length > 0)
  const foreign = runs.filter(({ golden: { relevant } }) => relevant.length === 0)
  const rankOf = (ids: readonly (readonly string[])[], wanted: string): number =>
    ids.findIndex((names) => names.includes(wanted)) + 1
  const recall = (depth: number): number =>
    mean(answerable, ({ golden: { relevant }, ids }) => {
      const found = relevant.filter((wanted) => {
        const rank = rankOf(ids, wanted)
        return rank > 0 && rank <= depth
      })
      return found.length / relevant.length
    })
  const firstRank = ({ golden: { relevant }, ids }: (typeof runs)[number]): number =>
    Math.min(...relevant.map((wanted) => rankOf(ids, wanted) || Number.POSITIVE_INFINITY))
  return {
    mode,
    questions: golden.length,
    recall_at_1: recall(1),
    recall_at_5: recall(5),
    recall_at_10: recall(10),
    mrr_at_10: mean(answerable, (run) => 1 / firstRank(run)),
    gate_passed: mean(answerable, ({ passed }) => (passed ? 1 : 0)),
    gate_refused: foreign.length === 0 ? null : mean(foreign, ({ passed }) => (passed ? 0 : 1)),
    misses: answerable
      .filter((run) => firstRank(run) === Number.POSITIVE_INFINITY)
      .map(({ golden: { query } }) => query),
  }
}

function mean<Item>(items: readonly Item[], of: (item: Item) => number): number {
  const sum = items.reduce((total, item) => total + of(item), 0)
  return items.length === 0 ? 0 : Math.round((sum / items.length) * 1e4) / 1e4
}
