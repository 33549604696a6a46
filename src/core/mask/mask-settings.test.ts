import { expect, test } from 'vitest'
import { type MaskMode, maskModes } from './mask-modes.ts'
import { policyOfProxy } from './mask-settings.ts'
import { type MaskPolicyInput, resolvePolicy } from './policy.ts'

const policyOf = (mode: MaskMode, policy: MaskPolicyInput = {}) => {
  const { policy: modePolicy, payback } = maskModes[mode]
  return policyOfProxy({ policy, modePolicy, payback })
}
const modes = Object.keys(maskModes) as readonly MaskMode[]

test.each(modes)('no mode adds to a window that slides on every turn: %s', (mode) => {
  const contract = { commit_every_turns: 1 }
  expect(policyOf(mode, contract)).toEqual(resolvePolicy(contract))
})

test('what somebody sets by name holds in every mode', () => {
  for (const mode of modes)
    expect(
      policyOf(mode, { window_turns: 3, clear_inputs: false, commit_payback: 9 }),
    ).toMatchObject({ window_turns: 3, clear_inputs: false, commit_payback: 9 })
  expect(policyOf('thrifty')).toMatchObject({ window_turns: 5, clear_inputs: true })
})
