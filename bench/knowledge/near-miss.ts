import { ask } from '../../src/core/knowledge/ask/ask.ts'
import type { Base } from './base.ts'
import type { Corpus } from './data.ts'

/** Questions whose answer the base holds, and near misses whose answer it does not: what `ask` refuses. */
export async function measureNearMiss(
  { name, queries, unanswerable }: Corpus,
  base: Base,
): Promise<void> {
  if (unanswerable === undefined) return
  console.log(`\n${name}, near misses: share that is answered, share that is refused`)
  for (const mode of ['lexical', 'hybrid'] as const) {
    const answered = await shareAnswered(
      base,
      mode,
      queries.map(({ query }) => query),
    )
    const missed = await shareAnswered(base, mode, unanswerable)
    const kept = `answerable kept ${show(answered, queries.length)}`
    console.log(`${mode.padEnd(10)} ${kept}  refused ${show(1 - missed, unanswerable.length)}`)
  }
}

async function shareAnswered(
  base: Base,
  mode: 'lexical' | 'hybrid',
  questions: readonly string[],
): Promise<number> {
  let answered = 0
  for (const question of questions) {
    const request = { question, mode, k: 8, multiHop: false, extractive: true, filter: {} }
    if ((await ask(base, request)).refusal_reason === null) answered += 1
  }
  return answered / questions.length
}

function show(share: number, count: number): string {
  const error = Math.sqrt((share * (1 - share)) / count)
  return `${share.toFixed(3)} (n ${count}, ± ${error.toFixed(3)})`
}
