import { useState } from 'preact/hooks'
import { call, type Failure } from './call.ts'
import type { OutputOf } from './operations.ts'
import { useCall } from './use-call.ts'

type Setting = OutputOf<'config.show'>['settings'][number]
export type SettingValue = string | number | boolean | readonly string[] | undefined

export interface ChangeableSettings {
  readonly file: string
  readonly settings: readonly Setting[]
  readonly failure: Failure | undefined
  /** What was changed last, to go back to. */
  readonly last:
    | {
        readonly key: string
        readonly before: SettingValue
        readonly takesEffect: Setting['takes_effect']
      }
    | undefined
  change(key: string, value: SettingValue): Promise<void>
  reload(): void
}

/** The configuration in force, and the way to change what may be changed. */
export function useSettings(): ChangeableSettings {
  const shown = useCall('config.show', {})
  const [failure, setFailure] = useState<Failure>()
  const [last, setLast] = useState<ChangeableSettings['last']>()
  const settings = shown.value?.settings ?? []
  return {
    file: shown.value?.file ?? '',
    settings,
    failure: failure ?? shown.failure,
    last,
    reload: shown.reload,
    async change(key, value) {
      const before = settings.find((one) => one.key === key)
      const outcome = await call('config.set', {
        key,
        ...(value === undefined ? {} : { value: Array.isArray(value) ? [...value] : value }),
      } as Parameters<typeof call<'config.set'>>[1])
      setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
      if (outcome.kind === 'failed') return
      const isDefault = before === undefined || before.origin === 'default'
      setLast({
        key,
        before: isDefault ? undefined : (before.value as SettingValue),
        takesEffect: outcome.value.takes_effect,
      })
      shown.reload()
    },
  }
}
