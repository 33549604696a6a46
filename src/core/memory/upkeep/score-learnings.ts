import type { MemoryDeps, Spoken } from '../deps.ts'
import { knownLearning } from '../records/known-learning.ts'
import { load } from '../records/load.ts'
import { message } from '../records/message.ts'
import { injection, joinKey, learning, outcome, type ReuseRecord } from '../records/records.ts'
import { type HonestScore, honestScores } from './honest-score.ts'
import { scoreInjections } from './reuse-score.ts'

export interface Scored extends Spoken {
  readonly scores: readonly ScoredKey[]
  /** Learnings without any injection, which therefore have no line. */
  readonly unscored: number
}

interface ScoredKey extends ReuseRecord {
  /** Shown beside the contract's score; never written to its file. */
  readonly honest: HonestScore | undefined
}

/** Computes every reuse score anew and replaces `learnings-scores.jsonl`, one line per key. */
export async function scoreLearnings(deps: MemoryDeps): Promise<Scored> {
  const { files } = deps
  const learnings = await load(files, 'learnings.jsonl', learning, 'scoring')
  const injections = await load(files, 'learnings-injections.jsonl', injection, 'scoring')
  const outcomes = await load(files, 'learnings-outcomes.jsonl', outcome, 'scoring')
  const scores = scoreInjections(injections.records, outcomes.records, deps.now())
  await files.rewrite('learnings-scores.jsonl', async () =>
    scores.map((value) => ({ kind: 'changed', value })),
  )
  const honest = honestScores(injections.records, outcomes.records)
  const scored = new Set(scores.map(joinKey))
  const keys = learnings.records.map((record) => knownLearning(deps.digest, record).key)
  const unscored = keys.filter((key) => !scored.has(key))
  return {
    scores: scores.map((record) => ({ ...record, honest: honest.get(joinKey(record)) })),
    unscored: unscored.length,
    messages: [
      ...learnings.messages,
      ...injections.messages,
      ...outcomes.messages,
      ...(injections.isPresent ? [] : [message('scoring', 'injections corpus empty')]),
      ...[...new Set(unscored)].map((key) => message('scoring', `no injection record for ${key}`)),
    ],
  }
}
