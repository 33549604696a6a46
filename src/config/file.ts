import { readFileSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import { closest } from '../core/text/closest.ts'
import { EngineError } from '../errors.ts'
import { type Phrase, phrase } from '../phrase.ts'
import { legacyKeys, legacyTable } from './legacy.ts'
import { holdsPassword } from './password.ts'
import { withNamedUpstreams } from './sections/named-upstreams.ts'
import { type Setting, settings } from './settings.ts'

/** A value found in a file, for one setting. */
interface FileValue {
  readonly setting: Setting
  readonly value: unknown
}

/** Reads `tamis.toml`; a secret, an unknown key or broken TOML is refused with file, key and reason. */
export function readConfigFile(file: string): readonly FileValue[] {
  return parseConfig(readFileSync(file, 'utf8'), file)
}

/** The values of a configuration text; `file` only names it in errors. */
export function parseConfig(text: string, file: string): readonly FileValue[] {
  const tables = withNamedUpstreams(parseToml(text, file))
  return flatten(tables, '').map(({ key, value }) => {
    const setting = findSetting(key)
    if (!setting) throw unknownKey(file, key)
    if (setting.isSecret || (setting.mayHoldPassword && holdsPassword(value)))
      throw secretInFile(file, key, setting)
    return { setting, value }
  })
}

function parseToml(text: string, file: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const [reason = 'invalid TOML'] = cause.message.split('\n')
    throw new EngineError('config_invalid', phrase`${file}, line ${cause.line}: ${reason}`, {
      cause,
    })
  }
}

/** Dotted keys down to known settings, which may themselves be tables. */
function flatten(
  table: Record<string, unknown>,
  prefix: string,
): { key: string; value: unknown }[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const key = prefix + name
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isTable && !(value instanceof Date) && !findSetting(key))
      return flatten(value as Record<string, unknown>, `${key}.`)
    return [{ key, value }]
  })
}

function findSetting(key: string): Setting | undefined {
  const current = legacyKeys[key] ?? key
  return settings.find((setting) => setting.key === current)
}

function unknownKey(file: string, key: string): EngineError {
  const known = [...settings.map((setting) => setting.key), ...Object.keys(legacyKeys)]
  const near = closest(key, known) ?? known.find((name) => name.endsWith(`.${key}`))
  return new EngineError('config_invalid', phrase`${file}: unknown key \`${key}\``, {
    hint: near ? phrase`Did you mean \`${near}\`?` : keysBeside(key),
    details: { file, key },
  })
}

/** The keys of the same section, or the sections: `tamis config` cannot list them while the file is refused. */
function keysBeside(key: string): Phrase {
  const [section = ''] = key.split('.')
  const parts = settings.map((setting) => setting.key.split('.'))
  const keys = parts.filter(([first]) => first === section).map(([, ...rest]) => rest.join('.'))
  if (keys.length > 0) return phrase`Keys of \`${section}\`: ${keys.join(', ')}.`
  return phrase`Sections: ${[...new Set(parts.map(([first]) => first))].join(', ')}.`
}

function secretInFile(file: string, key: string, { env }: Setting): EngineError {
  const name = key.startsWith(legacyTable) ? env.at(-1) : (env[1] ?? env[0])
  return new EngineError(
    'config_invalid',
    phrase`${file}: \`${key}\` is a secret and may not be in a file`,
    {
      hint: phrase`Remove the line and set ${name} in the environment.`,
      details: { file, key },
    },
  )
}
