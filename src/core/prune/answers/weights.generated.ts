import type { SignalName } from './signals.ts'

/** What each signal is worth; written by `npm run fit -- prune`. */
export const weights: Readonly<Record<SignalName, number>> = {
  goalOfBest: -0.87,
  wide: 1.83,
  wideOfBest: 1.51,
  near: 1.32,
  named: 0.89,
  trouble: 0.31,
  rare: 2.15,
  rareSaid: 1.42,
  rareInBlock: 2.25,
  far: 2.01,
  farWhereMost: 2.18,
  odd: 1.13,
  numberOfGoal: 1.91,
  quiet: -0.81,
  atEnd: -0.39,
  known: 1.75,
  aboveKnown: 0.42,
}
