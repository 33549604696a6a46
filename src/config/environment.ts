import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import { isIgnoredValue } from './legacy.ts'
import type { Environment } from './process-environment.ts'
import { type Setting, settings } from './settings.ts'

/** A value found in the environment, for one setting, and the variable it came from. */
interface EnvironmentValue {
  readonly setting: Setting
  readonly variable: string
  readonly value: unknown
}

/** The first variable of each setting that is set and not empty. */
export function readEnvironment(environment: Environment): readonly EnvironmentValue[] {
  return settings.flatMap((setting) => {
    const variable = setting.env.find((name) => {
      const value = environment[name]
      return value !== undefined && value !== '' && !isIgnoredValue(name, value)
    })
    if (variable === undefined) return []
    const value = fromText(setting, variable, environment[variable] ?? '')
    return [{ setting, variable, value }]
  })
}

/** The value a text stands for: variables and flags are text, settings are not. */
export function fromText(setting: Setting, origin: string, text: string): unknown {
  switch (setting.type) {
    case 'integer':
    case 'number':
      return toNumber(setting, origin, text)
    case 'boolean':
      return toBoolean(setting, origin, text)
    case 'array':
      return text.split(',').flatMap((part) => part.trim() || [])
    default:
      return text
  }
}

function toNumber(setting: Setting, origin: string, text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw badValue(setting, origin, 'a number')
}

function toBoolean(setting: Setting, origin: string, text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true
  if (/^(0|false|no|off)$/i.test(text)) return false
  throw badValue(setting, origin, 'true or false')
}

function badValue(setting: Setting, origin: string, expected: string): EngineError {
  return new EngineError(
    'config_invalid',
    phrase`${origin}: \`${setting.key}\` must be ${expected}`,
    {
      details: { origin, key: setting.key },
    },
  )
}
