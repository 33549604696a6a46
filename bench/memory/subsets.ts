import { type Conversation, sessionsOf } from './conversations.ts'
import { methods } from './rankers.ts'

const depth = 10

/** The five subsets, by the category that the data gives a question. */
const subsets = [
  { name: 'one hop', category: 4 },
  { name: 'several hops', category: 1 },
  { name: 'time', category: 2 },
  { name: 'open domain', category: 3 },
  { name: 'adversarial', category: 5 },
] as const

/** nDCG@10 per subset as LMEB counts LoCoMo; see `bench/README.md`. */
export async function benchSubsets(conversations: readonly Conversation[]): Promise<void> {
  console.log(`\nnDCG@${depth} by turn, per subset and their mean (standard error over questions)`)
  console.log(['', ...subsets.map(({ name }) => name), 'mean'].map(cell).join(''))
  for (const method of methods) {
    const gains = new Map<number, number[]>()
    for (const conversation of conversations) {
      const { ids, sessions } = sessionsOf(conversation)
      const rank = await method.prepare(sessions)
      for (const { query, relevant, category } of conversation.queries) {
        if (relevant.length === 0) continue
        const gain = gainOf(await rank(query), relevant, ids)
        gains.set(category, [...(gains.get(category) ?? []), gain])
      }
    }
    const rows = subsets.map(({ category }) => gains.get(category) ?? [])
    const means = rows.map(mean)
    const error = Math.sqrt(rows.reduce((sum, row) => sum + errorOf(row) ** 2, 0)) / rows.length
    const cells = rows.map((row, at) => `${percent(means[at] ?? 0)} (n ${row.length})`)
    console.log(
      [method.name, ...cells, `${percent(mean(means))} ± ${percent(error)}`].map(cell).join(''),
    )
  }
}

function gainOf(
  scores: ArrayLike<number>,
  relevant: readonly string[],
  ids: readonly string[],
): number {
  const best = ids
    .map((_, at) => at)
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0))
    .slice(0, depth)
  const weight = (rank: number): number => 1 / Math.log2(rank + 2)
  const gain = best.reduce(
    (sum, at, rank) => sum + (relevant.includes(ids[at] ?? '') ? weight(rank) : 0),
    0,
  )
  const most = Math.min(depth, relevant.length)
  return gain / Array.from({ length: most }, (_, rank) => weight(rank)).reduce((a, b) => a + b, 0)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
}

function errorOf(values: readonly number[]): number {
  const middle = mean(values)
  const spread = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(spread / ((values.length - 1) * values.length || 1))
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

function cell(text: string, at: number): string {
  return at === 0 ? text.padEnd(34) : text.padStart(16)
}
