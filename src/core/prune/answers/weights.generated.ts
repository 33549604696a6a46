import type { SignalName } from './signals.ts'

/** What each signal is worth; written by `npm run fit -- prune`. */
export const weights: Readonly<Record<SignalName, number>> = {
  goal: 0.03,
  goalOfBest: -0.93,
  wide: 1.79,
  wideOfBest: 1.61,
  focus: 0.93,
  trouble: 0.23,
  rare: 2.41,
  rareSaid: 1.65,
  standing: 0.41,
  extreme: -0.07,
  far: 1.52,
  farWhereMost: 2.88,
  odd: 0.35,
  oddAlone: 0.89,
  value: 0.21,
  number: 0.36,
  numberOfGoal: 1.39,
  passed: -0.43,
  quiet: -0.71,
  known: 2.05,
}
