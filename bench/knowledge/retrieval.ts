import { ask10, type Base } from './base.ts'
import type { Corpus } from './data.ts'
import { type Metrics, measure, type Run, standardError } from './metrics.ts'
import { miniSearch, plainFts5 } from './peers.ts'

const columns: readonly (keyof Metrics)[] = [
  'ndcg10',
  'recall1',
  'recall5',
  'all5',
  'recall10',
  'mrr10',
]

/** Our modes beside MiniSearch and plain FTS5, on one corpus. */
export async function compareRetrieval(corpus: Corpus, base: Base): Promise<void> {
  const { queries } = corpus
  const peer = (rank: (query: string) => readonly string[]): readonly Run[] =>
    queries.map(({ query, relevant }) => ({ ids: rank(query), relevant }))
  const own = async (
    mode: 'lexical' | 'vector' | 'hybrid',
    followMentions = true,
  ): Promise<readonly Run[]> => {
    const runs: Run[] = []
    for (const { query, relevant } of queries)
      runs.push({ ids: (await ask10(base, query, mode, followMentions)).ids, relevant })
    return runs
  }
  console.log(`\n${corpus.name}: ${corpus.documents.length} documents, ${queries.length} queries`)
  console.log(['', ...columns, 'halves (nDCG)', '± nDCG'].map(cell).join(''))
  show('MiniSearch', peer(miniSearch(corpus)))
  show('plain FTS5', peer(plainFts5(corpus)))
  show('lexical, alone', await own('lexical', false))
  show('hybrid, alone', await own('hybrid', false))
  show('ours, lexical', await own('lexical'))
  show('ours, vector', await own('vector'))
  show('ours, hybrid', await own('hybrid'))
}

function show(name: string, runs: readonly Run[]): void {
  const metrics = measure(runs)
  const half = (rest: number): string =>
    measure(runs.filter((_, at) => at % 2 === rest)).ndcg10.toFixed(3)
  const values = columns.map((column) => metrics[column].toFixed(4))
  console.log(
    [name, ...values, `${half(0)} ${half(1)}`, standardError(runs).toFixed(4)].map(cell).join(''),
  )
}

function cell(value: string, at: number): string {
  return at === 0 ? value.padEnd(16) : value.padStart(at === 7 ? 16 : 10)
}
