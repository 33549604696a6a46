import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { type IssueWords, issueWords } from '../core/text/issue-text.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import { fromText, readEnvironment } from './environment.ts'
import { readConfigFile } from './file.ts'
import { homeFolder } from './home-folder.ts'
import { withoutPassword } from './password.ts'
import type { Environment } from './process-environment.ts'
import { requireOwn } from './require-own.ts'
import { type Config, configSchema } from './schema.ts'
import { upstreamKeys } from './sections/named-upstreams.ts'
import { type Setting, settings, toSnake, valueAt } from './settings.ts'
import { isTrusted, projectConfig } from './trust.ts'

/** What the command line says about configuration. */
export interface ConfigFlags {
  readonly home?: string
  readonly config?: string
  readonly namespace?: string
  /** Texts by setting key, for instance `server.port`. */
  readonly values?: Readonly<Record<string, string>>
}

export interface LoadedConfig {
  readonly config: Config
  readonly home: string
  /** Whose data a command without a token works on. */
  readonly namespace?: string
  /** Keys of named upstreams, by name; apart from the settings, which people are shown. */
  readonly upstreamKeys: Readonly<Record<string, string>>
  /** Where each setting that is not a default came from, by key. */
  readonly origins: ReadonlyMap<string, string>
  /** The file that was read, or the one that would be. */
  readonly file: string
  /** Reads everything again, from the same places. */
  readonly reload: () => LoadedConfig
  /** A project's `tamis.toml` that was found and not read, because nobody trusted it. */
  readonly untrusted?: string
}

/** Defaults < file < environment < flags, checked once, with the origin of every value. */
export function loadConfig(
  flags: ConfigFlags,
  environment: Environment,
  folder: string,
): LoadedConfig {
  const home = homeFolder(flags.home, environment)
  const { file, untrusted } = chooseFile(flags.config, home, folder)
  const found = [
    ...(file ? readConfigFile(file).map((value) => ({ ...value, origin: file })) : []),
    ...readEnvironment(environment).map((value) => ({ ...value, origin: value.variable })),
    ...readFlags(flags.values ?? {}),
  ]
  const raw: Record<string, unknown> = {}
  const origins = new Map<string, string>()
  for (const { setting, value, origin } of found) {
    assign(raw, setting.path, value)
    origins.set(setting.key, origin)
  }
  const words = issueWords()
  const parsed = configSchema.safeParse(raw, { error: words.error })
  if (!parsed.success) throw badValue(parsed.error, origins, words)
  if (file && runsCommands(parsed.data)) requireOwn(file)
  return {
    config: parsed.data,
    home,
    ...(flags.namespace === undefined ? {} : { namespace: checkNamespace(flags.namespace) }),
    upstreamKeys: upstreamKeys(parsed.data.proxy.namedUpstreams, environment),
    origins,
    file: file ?? join(home, 'tamis.toml'),
    reload: () => loadConfig(flags, environment, folder),
    ...(untrusted === undefined ? {} : { untrusted }),
  }
}

/** Whether the configuration starts programs. */
function runsCommands({ gateway }: Config): boolean {
  return Object.values(gateway.servers).some((server) => 'command' in server)
}

/** Every setting with its effective value, secrets hidden, and its origin. */
export function describeConfig({ config, origins }: LoadedConfig): readonly EffectiveSetting[] {
  return settings.map((setting) => {
    const value = valueAt(config, setting.path)
    return {
      key: setting.key,
      meaning: setting.description,
      value: shownValue(setting, value),
      origin: origins.get(setting.key) ?? 'default',
    }
  })
}

function shownValue({ isSecret, mayHoldPassword }: Setting, value: unknown): unknown {
  if (isSecret && value !== undefined) return '(hidden)'
  return mayHoldPassword && typeof value === 'string' ? withoutPassword(value) : value
}

export interface EffectiveSetting {
  readonly key: string
  readonly meaning: string
  readonly value: unknown
  readonly origin: string
}

/** A namespace is a folder and a database schema, so its name is plain. */
function checkNamespace(name: string): string {
  if (/^[a-z][a-z0-9_]{0,39}$/.test(name)) return name
  throw new EngineError('config_invalid', phrase`${JSON.stringify(name)} cannot be a namespace`, {
    hint: 'Use small letters, digits and _, a letter first.',
  })
}

function chooseFile(
  flag: string | undefined,
  home: string,
  folder: string,
): { file?: string; untrusted?: string } {
  if (flag !== undefined) {
    const file = resolve(folder, flag)
    if (existsSync(file)) return { file }
    throw new EngineError('config_invalid', phrase`${file} does not exist`, {
      hint: '`tamis init` writes a commented one.',
    })
  }
  const project = projectConfig(folder)
  const hasProject = existsSync(project) && project !== join(home, 'tamis.toml')
  if (hasProject && isTrusted(home, project)) return { file: project }
  const file = join(home, 'tamis.toml')
  return {
    ...(existsSync(file) ? { file } : {}),
    ...(hasProject ? { untrusted: project } : {}),
  }
}

function readFlags(
  values: Readonly<Record<string, string>>,
): readonly { setting: Setting; value: unknown; origin: string }[] {
  return Object.entries(values).map(([key, text]) => {
    const setting = settings.find((candidate) => candidate.key === key)
    if (!setting) throw new EngineError('config_invalid', phrase`Unknown setting \`${key}\``)
    const origin = `--${key.split('.').at(-1)}`
    return { setting, value: fromText(setting, origin, text), origin }
  })
}

function assign(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    root[name] = value
    return
  }
  const child = (root[name] ?? {}) as Record<string, unknown>
  root[name] = child
  assign(child, rest, value)
}

/** Names each value that is not of its form, and where it came from. */
export function badValue(
  error: z.ZodError,
  origins: ReadonlyMap<string, string>,
  { phraseOf }: IssueWords,
): EngineError {
  const problems = error.issues.map((issue) => {
    const key = issue.path.map((part) => toSnake(String(part))).join('.')
    const owner = [...origins.keys()].find((name) => key === name || key.startsWith(`${name}.`))
    const told = phrase`${`\`${key}\``}: ${phraseOf(issue.message)}`
    return phrase`${origins.get(owner ?? key) ?? 'configuration'}: ${told}`
  })
  return new EngineError(
    'config_invalid',
    problems.reduce((all, one) => phrase`${all}; ${one}`),
  )
}
