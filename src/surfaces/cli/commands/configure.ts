import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { configTemplate } from '../../../config/change/template.ts'
import { describeConfig } from '../../../config/load.ts'
import { makeFolder } from '../../../config/make-folder.ts'
import { projectConfig, trust } from '../../../config/trust.ts'
import { EngineError } from '../../../errors.ts'
import { shareConfig } from '../../../operations/installation/installation.ts'
import { policyInForce } from '../../../operations/traffic/policy-in-force.ts'
import { phrase } from '../../../phrase.ts'
import type { Command } from '../command.ts'
import { refuseToReplace, replacing } from '../files/refuse-to-replace.ts'
import { readTextFile } from '../input/read-text-file.ts'
import { runOperation } from '../run-operation.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis init`: a commented configuration file to start from. */
export const init: Command = {
  name: 'init',
  summary: 'Write a commented tamis.toml',
  operands: '[FILE]',
  options: replacing,
  examples: ['tamis init', 'tamis init ./tamis.toml'],
  async run({ loadConfig, output, deps }, args) {
    const [name] = args.operands
    const file = name ? resolve(deps.folder, name) : join(loadConfig().home, 'tamis.toml')
    refuseToReplace(file, args)
    makeFolder(dirname(file))
    writeFileSync(file, configTemplate(), { mode: 0o600 })
    if (output.isJson) output.json({ file })
    else output.result(output.say(phrase`Wrote ${file}`))
    return 0
  },
}

/** `tamis config`: what is in force, and where each value comes from. */
export const config: Command = {
  name: 'config',
  summary: 'Print the effective configuration and where each value comes from',
  options: {},
  examples: ['tamis config', 'tamis config --json'],
  async run({ loadConfig, openEngine, output }) {
    const loaded = loadConfig()
    // What other daemons share is in the database.
    const effective = policyInForce(
      loaded.config.store.url === undefined
        ? describeConfig(loaded)
        : (await openEngine()).installation.settings,
    )
    if (output.isJson) {
      output.json({ home: loaded.home, settings: effective })
      return 0
    }
    const width = Math.max(...effective.map(({ key }) => key.length))
    const lines = effective.map(({ key, value, origin }) => {
      const shown = value === undefined ? output.say('(not set)') : JSON.stringify(value)
      return `${key.padEnd(width)}  ${shown}${origin === 'default' ? '' : `  # ${origin}`}`
    })
    output.result([`home: ${loaded.home}`, ...lines].join('\n'))
    return 0
  },
}

/** `tamis config share FILE`: the file's settings for all daemons on the store. */
export const configShare: Command = {
  name: 'config share',
  summary:
    'Share a file with [mask], [gateway.servers] and [[gateway.rules]] with all daemons on this store',
  operands: 'FILE',
  options: {},
  examples: ['tamis config share team.toml', 'tamis config share /dev/null'],
  async run(context, args) {
    const [path, ...more] = args.operands
    if (path === undefined || more.length > 0)
      throw new UsageError('Name one FILE', 'It replaces what is shared now; an empty one ends it.')
    return runOperation(context, configShare, shareConfig, { toml: readTextFile(path) })
  },
}

/** `tamis trust`: lets a project's own configuration count, as it is now. */
export const trustFolder: Command = {
  name: 'trust',
  summary: "Allow this folder's tamis.toml, as it is now",
  operands: '[DIR]',
  options: {},
  examples: ['tamis trust', 'tamis trust ../app'],
  async run({ loadConfig, output, deps }, args) {
    const file = projectConfig(resolve(deps.folder, args.operands[0] ?? '.'))
    if (!existsSync(file))
      throw new EngineError('config_invalid', phrase`${file} does not exist`, {
        hint: '`tamis init tamis.toml` writes one.',
      })
    trust(loadConfig().home, file)
    if (output.isJson) output.json({ file })
    else output.result(output.say(phrase`Trusted ${file}; a change to it asks again.`))
    return 0
  },
}
