import { type Conversation, judged, sessionsOf } from './conversations.ts'
import { type Method, methods, type Ranker } from './rankers.ts'

const depth = 10

/** Evidence R@10 by turn: the share of a question's evidence turns among the ten best, averaged over questions. */
export async function benchRecall(conversations: readonly Conversation[]): Promise<void> {
  const names = conversations.map(({ id }) => id)
  console.log(`evidence R@${depth} by turn, ${names.length} conversations`)
  console.log(row('', ['all', 'even', 'odd', ...names]))
  for (const method of methods) console.log(row(method.name, await measure(method, conversations)))
  console.log('(even, odd: the same questions in two halves)')
}

async function measure(
  method: Method,
  conversations: readonly Conversation[],
): Promise<readonly string[]> {
  const perConversation: number[][] = []
  for (const conversation of conversations) {
    const { ids, sessions } = sessionsOf(conversation)
    const rank = await method.prepare(sessions)
    const recalls: number[] = []
    for (const { query, relevant } of judged(conversation))
      recalls.push(await recall(rank, query, relevant, ids))
    perConversation.push(recalls)
  }
  const all = perConversation.flat()
  const half = (parity: number) => all.filter((_, at) => at % 2 === parity)
  return [all, half(0), half(1), ...perConversation].map((recalls) => mean(recalls).toFixed(3))
}

async function recall(
  rank: Ranker,
  query: string,
  relevant: readonly string[],
  ids: readonly string[],
): Promise<number> {
  const scores = await rank(query)
  const best = ids
    .map((_, at) => at)
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0))
    .slice(0, depth)
    .map((at) => ids[at])
  return relevant.filter((id) => best.includes(id)).length / relevant.length
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function row(name: string, cells: readonly string[]): string {
  return [name.padEnd(34), ...cells.map((cell) => cell.padStart(8))].join('')
}
