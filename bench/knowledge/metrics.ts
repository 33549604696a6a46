/** One query's ranking and what should be in it. */
export interface Run {
  readonly ids: readonly string[]
  readonly relevant: readonly string[]
}

export interface Metrics {
  readonly ndcg10: number
  readonly recall1: number
  readonly recall5: number
  readonly recall10: number
  /** Share of queries with all that is relevant among the first five, ten. */
  readonly all5: number
  readonly all10: number
  readonly mrr10: number
}

export function measure(runs: readonly Run[]): Metrics {
  const mean = (of: (run: Run) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0) / Math.max(1, runs.length)
  return {
    ndcg10: mean(ndcg10),
    recall1: mean((run) => recall(run, 1)),
    recall5: mean((run) => recall(run, 5)),
    recall10: mean((run) => recall(run, 10)),
    all5: mean((run) => (recall(run, 5) === 1 ? 1 : 0)),
    all10: mean((run) => (recall(run, 10) === 1 ? 1 : 0)),
    mrr10: mean(reciprocalRank),
  }
}

/** The standard error of the mean nDCG@10. */
export function standardError(runs: readonly Run[]): number {
  const values = runs.map(ndcg10)
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / Math.max(1, values.length - 1) / Math.max(1, values.length))
}

function ndcg10({ ids, relevant }: Run): number {
  const gain = (at: number): number => 1 / Math.log2(at + 2)
  const got = ids
    .slice(0, 10)
    .reduce((sum, id, at) => sum + (relevant.includes(id) ? gain(at) : 0), 0)
  const ideal = relevant.slice(0, 10).reduce((sum, _, at) => sum + gain(at), 0)
  return ideal === 0 ? 0 : got / ideal
}

function recall({ ids, relevant }: Run, depth: number): number {
  const found = new Set(ids.slice(0, depth).filter((id) => relevant.includes(id)))
  return relevant.length === 0 ? 0 : found.size / new Set(relevant).size
}

function reciprocalRank({ ids, relevant }: Run): number {
  const at = ids.slice(0, 10).findIndex((id) => relevant.includes(id))
  return at === -1 ? 0 : 1 / (at + 1)
}
