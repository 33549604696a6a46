import type { SignalName } from './signals.ts'

/** What each signal is worth; written by `npm run fit -- prune`. */
export const weights: Readonly<Record<SignalName, number>> = {
  goal: -0.06,
  goalOfBest: -1.01,
  wide: 1.56,
  wideOfBest: 1.65,
  focus: 0.93,
  named: 0.82,
  trouble: 0.25,
  rare: 2.33,
  rareSaid: 1.72,
  standing: 0.38,
  extreme: -0.07,
  far: 1.49,
  farWhereMost: 2.86,
  odd: 0.51,
  oddAlone: 0.72,
  value: 0.21,
  number: 0.33,
  numberOfGoal: 1.45,
  passed: -0.44,
  quiet: -0.72,
  known: 2.04,
}
