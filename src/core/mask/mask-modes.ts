import type { MaskPolicyInput } from './policy.ts'

/** The settings by name: what each adds to the default policy, and whether it may mask what was sent before. */
export const maskModes = {
  careful: { policy: {}, isRewriting: false, payback: 1, idleInputChars: 500 },
  balanced: {
    policy: { clear_inputs: true, clear_inputs_min_chars: 4000 },
    isRewriting: true,
    payback: 2.5,
    idleInputChars: 350,
  },
  thrifty: {
    policy: { clear_inputs: true, clear_inputs_min_chars: 250, window_turns: 5 },
    isRewriting: true,
    payback: 0.7,
    idleInputChars: 250,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly policy: MaskPolicyInput
      readonly isRewriting: boolean
      /** In place of `commit_payback` where nobody names one; the contract's sliding window has none. */
      readonly payback: number
      /** In place of `clear_inputs_min_chars` for files that nobody works on, where nobody names one. */
      readonly idleInputChars: number
    }
  >
>

export type MaskMode = keyof typeof maskModes
