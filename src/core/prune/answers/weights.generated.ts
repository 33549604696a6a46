import type { SignalName } from './signals.ts'

/** What each signal is worth; written by `npm run fit -- prune`. */
export const weights: Readonly<Record<SignalName, number>> = {
  goal: 1.33,
  goalOfBest: 0.53,
  trouble: 0.36,
  rare: 2.62,
  rareSaid: 2.18,
  standing: 0.77,
  extreme: 0.09,
  far: 1.72,
  farWhereMost: 2.71,
  value: 1.05,
  passed: -0.54,
  quiet: -0.48,
  known: 2.26,
}
