import { z } from 'zod'
import { english, type Say } from '../../core/text/say.ts'
import { type Caller, defaultNamespace, type Engine, type HealthCheck } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { counted } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { policyInForce } from '../traffic/policy-in-force.ts'

const nothing = z.strictObject({})

/** Who runs the daemon sees its folders, addresses and commands; a team that uses it sees how it sieves. */
function isOfDaemon(caller: Caller | undefined): boolean {
  return (caller?.namespace ?? defaultNamespace) === defaultNamespace
}

const isPolicy = /^(?:mask|prune|rag)\./

/** Whether a caller may change a setting through the daemon. */
function mayChange(file: Engine['configFile'], key: string, caller: Caller | undefined): boolean {
  return isOfDaemon(caller) && file !== undefined && file.effectOf(key) !== 'never'
}

const show = operation({
  name: 'config.show',
  summary: 'Show which settings are in force and where each comes from; secrets are hidden',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'config_show', profiles: [] },
  input: nothing,
  run: async ({ installation: { home, settings }, configFile }, _, { caller }) => ({
    home: isOfDaemon(caller) ? home : '',
    file: isOfDaemon(caller) ? (configFile?.path ?? '') : '',
    settings: policyInForce(settings)
      .filter(({ key }) => isOfDaemon(caller) || isPolicy.test(key))
      .map((setting) => ({
        ...setting,
        is_changeable: mayChange(configFile, setting.key, caller),
        takes_effect: configFile?.effectOf(setting.key) ?? 'never',
      })),
  }),
})

const set = operation({
  name: 'config.set',
  summary:
    'Change a setting in tamis.toml: how results are sieved at once, limits at the next start',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'config_set', profiles: [], isForPeople: true },
  input: z.strictObject({
    key: z.string().describe('A setting of config.show that is changeable, such as mask.mode'),
    value: z
      .union([z.string().max(1000), z.number(), z.boolean(), z.array(z.string().max(200)).max(200)])
      .optional()
      .describe('Its new value; the default holds again when not given'),
  }),
  run: async ({ configFile }, { key, value }, { caller }) => {
    if (!configFile || !isOfDaemon(caller))
      throw new EngineError(
        'scope_insufficient',
        'The configuration of this daemon is not yours to change',
      )
    configFile.change(key, value)
    return { key, file: configFile.path, takes_effect: configFile.effectOf(key) }
  },
})

const doctor = operation({
  name: 'doctor',
  summary: 'Check the set-up, with a fix for each fault',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'doctor', profiles: [] },
  input: nothing,
  run: async (engine, _, { say = english }) => {
    const checks = (await healthChecks(engine)).map((check) => inWords(check, say))
    return { ok: checks.every(({ isFine }) => isFine), checks }
  },
})

const shared = operation({
  name: 'config.shared',
  summary: 'Print the configuration that all daemons on this store share',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'config_shared', profiles: [], isForPeople: true },
  command: { name: 'config shared', examples: ['tamis config shared > team.toml'] },
  input: nothing,
  run: async (engine) => ({ toml: await sharedConfigOf(engine).read() }),
  toText: ({ toml }) => toml.trimEnd(),
})

/** The command line reads a file for it. */
export const shareConfig = operation({
  name: 'config.share',
  summary: 'Share a configuration with all daemons on this store, in place of the last',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'config_share', profiles: [], isForPeople: true },
  input: z.strictObject({
    toml: z
      .string()
      .max(1_000_000)
      .describe('As in tamis.toml: [mask], and [gateway.servers.NAME] with a url; empty for none'),
  }),
  run: async (engine, { toml }) => {
    await sharedConfigOf(engine).write(toml)
    return { shared: toml.trim() !== '' }
  },
  toText: (output, say) => (output.shared ? say('Shared.') : say('Nothing is shared now.')),
})

export const installationOperations = [show, set, doctor, shared, shareConfig]

function sharedConfigOf({ sharedConfig }: Engine): NonNullable<Engine['sharedConfig']> {
  if (sharedConfig) return sharedConfig
  throw new EngineError('config_not_shared', 'No configuration is shared here', {
    hint: 'Daemons share one through Postgres (TAMIS_DATABASE_URL), in the namespace default. Write tamis.toml otherwise.',
  })
}

/** A check as data, in the words of whoever asks. */
function inWords({ name, isFine, found, fix }: HealthCheck, say: Say) {
  return {
    name: say(name),
    isFine,
    found: say(found),
    ...(fix === undefined ? {} : { fix: say(fix) }),
  }
}

/** Everything that can be examined from inside a running engine. */
export async function healthChecks(engine: Engine): Promise<readonly HealthCheck[]> {
  return [...(await engine.installation.checks()), await storeCheck(engine)]
}

async function storeCheck(engine: Engine): Promise<HealthCheck> {
  try {
    const { ids } = await engine.usage()
    return { name: 'store', isFine: true, found: counted(ids, '{} original', '{} originals') }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { name: 'store', isFine: false, found: error.said.message, fix: error.said.hint ?? '' }
  }
}
