import { ask } from '../../src/core/knowledge/ask/ask.ts'
import type { Base } from './base.ts'
import type { Corpus } from './data.ts'

/** Values of `rag.score_gate` at which the curve is read; the first is the default. */
const gates = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7]

/** Questions whose answer the base holds, and near misses whose answer it does not: what `ask` refuses, gate by gate. */
export async function measureNearMiss(
  { name, queries, unanswerable }: Corpus,
  base: Base,
): Promise<void> {
  if (unanswerable === undefined) return
  console.log(`\n${name}, near misses: share that is answered, share that is refused`)
  for (const mode of ['lexical', 'hybrid'] as const) {
    const scores = await scoresOf(
      base,
      mode,
      queries.map(({ query }) => query),
    )
    const near = await scoresOf(base, mode, unanswerable)
    for (const gate of gates) {
      const kept = `answerable kept ${show(shareAbove(scores, gate), scores.length)}`
      const refused = `refused ${show(1 - shareAbove(near, gate), near.length)}`
      console.log(`${mode.padEnd(10)} gate ${gate.toFixed(2)}  ${kept}  ${refused}`)
    }
  }
}

/** How much of each question the best passage says; 0 for what is refused whatever the gate. */
async function scoresOf(
  base: Base,
  mode: 'lexical' | 'hybrid',
  questions: readonly string[],
): Promise<readonly number[]> {
  const open = { ...base, settings: { ...base.settings, scoreGate: 0 } }
  const scores: number[] = []
  for (const question of questions) {
    const request = { question, mode, k: 8, multiHop: false, extractive: true, filter: {} }
    const { refusal_reason, retrieval } = await ask(open, request)
    scores.push(refusal_reason === null ? retrieval.score : 0)
  }
  return scores
}

function shareAbove(scores: readonly number[], gate: number): number {
  return scores.filter((score) => score >= gate).length / scores.length
}

function show(share: number, count: number): string {
  const error = Math.sqrt((share * (1 - share)) / count)
  return `${share.toFixed(3)} (n ${count}, ± ${error.toFixed(3)})`
}
