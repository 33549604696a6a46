import { type EffectiveSetting, type MaskPolicyInput, resolvePolicy } from '../../engine.ts'

const section = 'mask.'

/** The settings with what the masking policy takes for those that nobody set: other defaults where it masks on every turn. */
export function policyInForce(settings: readonly EffectiveSetting[]): readonly EffectiveSetting[] {
  const given = settings.filter(({ key, value }) => key.startsWith(section) && value !== undefined)
  const input: MaskPolicyInput = Object.fromEntries(
    given.map(({ key, value }) => [key.slice(section.length), value]),
  )
  const policy = new Map<string, unknown>(Object.entries(resolvePolicy(input)))
  return settings.map((setting) => {
    const inForce = policy.get(setting.key.slice(section.length)) ?? undefined
    const isOpen = setting.key.startsWith(section) && setting.value === undefined
    return isOpen && inForce !== undefined ? { ...setting, value: inForce } : setting
  })
}
