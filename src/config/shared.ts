import { issueWords } from '../core/text/issue-text.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import { parseConfig } from './file.ts'
import { badValue, type LoadedConfig } from './load.ts'
import { type Config, configSchema } from './schema.ts'
import { type Setting, valueAt } from './settings.ts'

/** What `tamis config` says of a value that daemons on one store share. */
const sharedOrigin = 'shared'

const servers = 'gateway.servers'
const policy = ['gateway.rules', 'gateway.strict']

/**
 * The configuration with what is shared put beneath it: a daemon's own file, environment and flags
 * have the last word, upstream servers one by one. Shared rules come after a daemon's own. Throws when the text cannot be shared.
 */
export function withShared(loaded: LoadedConfig, toml: string): LoadedConfig {
  const { said, config } = readShared(toml)
  const news = said.filter(({ key }) => key.startsWith('mask.') && !loaded.origins.has(key))
  const joined = said.filter(
    ({ key }) => [servers, ...policy].includes(key) && !loaded.origins.has(key),
  )
  const mask = Object.fromEntries(
    news.map(({ path }) => [path.at(-1) ?? '', valueAt(config, path)]),
  )
  const gateway = {
    ...loaded.config.gateway,
    servers: { ...config.gateway.servers, ...loaded.config.gateway.servers },
    rules: [...loaded.config.gateway.rules, ...config.gateway.rules],
    strict: loaded.config.gateway.strict || config.gateway.strict,
  }
  return {
    ...loaded,
    config: { ...loaded.config, mask: { ...loaded.config.mask, ...mask }, gateway },
    origins: new Map([
      ...loaded.origins,
      ...[...news, ...joined].map(({ key }): [string, string] => [key, sharedOrigin]),
    ]),
  }
}

/** The settings that the text names, and all settings as it would have them. */
function readShared(toml: string): { said: readonly Setting[]; config: Config } {
  const values = parseConfig(toml, 'the shared configuration')
  const isShared = (key: string): boolean =>
    key.startsWith('mask.') || key === servers || policy.includes(key)
  const alone = values.find(({ setting: { key } }) => !isShared(key))
  if (alone) throw notShared(alone.setting.key)
  const raw: Record<string, Record<string, unknown>> = {}
  for (const { setting, value } of values) {
    const [section = '', name = ''] = setting.path
    raw[section] = { ...raw[section], [name]: value }
  }
  const words = issueWords()
  const parsed = configSchema.safeParse(raw, { error: words.error })
  const said = values.map(({ setting }) => setting)
  if (!parsed.success)
    throw badValue(
      parsed.error,
      new Map(said.map(({ key }) => [key, 'the shared configuration'])),
      words,
    )
  for (const [name, server] of Object.entries(parsed.data.gateway.servers)) {
    if (!('url' in server)) throw notShared(`${servers}.${name}.command`)
    const texts = [...Object.values(server.headers), server.oauth?.client_secret ?? '']
    const variable = texts.flatMap(variablesIn).find(isPrivate)
    if (variable !== undefined) throw privateVariable(variable)
  }
  return { said, config: parsed.data }
}

function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Whoever shares a server must not be able to have any secret of a machine sent to it. */
function isPrivate(variable: string): boolean {
  return !variable.startsWith('TAMIS_SHARED_')
}

function privateVariable(variable: string): EngineError {
  return new EngineError(
    'invalid_input',
    phrase`\`${variable}\` cannot be named in what is shared`,
    {
      hint: 'Variables for shared servers begin with TAMIS_SHARED_; each machine sets its own.',
      details: { variable },
    },
  )
}

/** A command that came with the database would run on every machine: those who own a machine name its commands. */
function notShared(key: string): EngineError {
  return new EngineError('invalid_input', phrase`\`${key}\` cannot be shared`, {
    hint: 'Daemons share [mask], [[gateway.rules]], gateway.strict and [gateway.servers.NAME] with a url; write the rest into each tamis.toml.',
    details: { key },
  })
}
