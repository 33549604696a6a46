import { type Injection, joinKey, type Outcome } from '../records/records.ts'
import { lastOutcomes } from './reuse-score.ts'

/** Stories with a verdict, and how many passed; the rate is smoothed, (passed + 1) / (stories + 2). */
interface PassRate {
  readonly passed: number
  readonly stories: number
  readonly rate: number
}

/** How stories fare with a learning and without it: what the reuse score cannot say. */
export interface HonestScore {
  readonly with: PassRate
  readonly without: PassRate
  /** Rate with, less rate without. */
  readonly lift: number
}

/** Per key, over the stories that have an outcome at gate 8. */
export function honestScores(
  injections: readonly Injection[],
  outcomes: readonly Outcome[],
): ReadonlyMap<string, HonestScore> {
  const verdicts = lastOutcomes(outcomes)
  const all = [...verdicts.keys()]
  const scores = new Map<string, HonestScore>()
  for (const [key, group] of Map.groupBy(injections, joinKey)) {
    const touched = new Set(group.map((record) => record.injected_story))
    const rate = (stories: readonly string[]) =>
      passRate(
        stories.filter((story) => verdicts.get(story)?.result === 'go').length,
        stories.length,
      )
    const withIt = rate(all.filter((story) => touched.has(story)))
    const without = rate(all.filter((story) => !touched.has(story)))
    scores.set(key, { with: withIt, without, lift: withIt.rate - without.rate })
  }
  return scores
}

function passRate(passed: number, stories: number): PassRate {
  return { passed, stories, rate: (passed + 1) / (stories + 2) }
}
