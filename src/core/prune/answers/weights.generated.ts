import type { SignalName } from './signals.ts'

/** What each signal is worth; written by `npm run fit -- prune`. */
export const weights: Readonly<Record<SignalName, number>> = {
  goalOfBest: -0.88,
  wide: 1.87,
  wideOfBest: 1.59,
  near: 1.35,
  named: 0.99,
  trouble: 0.27,
  rare: 2.08,
  rareSaid: 1.64,
  rareInBlock: 2.47,
  far: 1.52,
  farWhereMost: 2.53,
  odd: 1.12,
  numberOfGoal: 1.88,
  quiet: -0.80,
  atEnd: -0.46,
  known: 1.74,
  aboveKnown: 0.40,
}
