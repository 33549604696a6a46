import type { SignalName } from './signals.ts'

/** What each signal is worth; written by `npm run fit -- prune`. */
export const weights: Readonly<Record<SignalName, number>> = {
  goal: 1.29,
  goalOfBest: 0.63,
  trouble: 0.38,
  rare: 2.89,
  rareSaid: 2.25,
  standing: 0.62,
  extreme: -0.21,
  far: 1.82,
  farWhereMost: 2.82,
  value: 0.62,
  passed: -0.53,
  quiet: -0.15,
  known: 2.13,
}
