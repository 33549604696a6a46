import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { writeWhole } from '../../../../config/change/write-whole.ts'
import { makeFolder } from '../../../../config/make-folder.ts'
import type { Environment } from '../../../../config/process-environment.ts'
import { EngineError } from '../../../../errors.ts'
import { phrase } from '../../../../phrase.ts'
import type { Command } from '../../command.ts'
import { isOurUnit, serviceUnit } from '../../service-unit.ts'

const run = promisify(execFile)
const unitName = 'tamis.service'

/** `tamis service install`: lets systemd start the daemon when its user logs in. */
export const serviceInstall: Command = {
  name: 'service install',
  summary: 'Let systemd start the daemon when you log in, and keep it running',
  options: {
    undo: { type: 'boolean', description: 'Stop it and take the unit away again' },
    print: { type: 'boolean', description: 'Print the unit and change nothing' },
  },
  examples: [
    'tamis service install',
    'tamis service install --print',
    'tamis service install --undo',
  ],
  async run({ loadConfig, output, deps }, args) {
    const { home } = loadConfig()
    const unit = serviceUnit({
      node: process.execPath,
      program: resolve(process.argv[1] ?? ''),
      home: resolve(home),
    })
    if (args.isSet('print')) {
      output.result(unit.trimEnd())
      return 0
    }
    const file = unitFile(deps.environment)
    const isUndo = args.isSet('undo')
    refuseForeign(file)
    if (isUndo) await remove(file)
    else await install(file, unit)
    if (output.isJson) output.json({ file, installed: !isUndo })
    else
      output.result(
        isUndo
          ? output.say(phrase`Removed ${file}; the daemon is stopped.`)
          : output.say(
              phrase`The daemon runs, and starts when you log in (${file}). Variables it needs go into ${join(home, 'service.env')}.`,
            ),
      )
    return 0
  },
}

function unitFile(environment: Environment): string {
  const own = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config')
  return join(own, 'systemd/user', unitName)
}

function refuseForeign(file: string): void {
  if (!existsSync(file) || isOurUnit(readFileSync(file, 'utf8'))) return
  throw new EngineError('config_invalid', phrase`${file} is not ours and stays as it is`, {
    hint: 'Move it away first, or edit it by hand; `--print` shows what we would write.',
    details: { file },
  })
}

/** Where systemd does not take it, nothing is left behind that was not there. */
async function install(file: string, unit: string): Promise<void> {
  const isNew = !existsSync(file)
  makeFolder(dirname(file))
  writeWhole(file, unit)
  try {
    await systemctl('daemon-reload')
    await systemctl('enable', '--now', unitName)
  } catch (error) {
    if (isNew) rmSync(file)
    throw error
  }
}

async function remove(file: string): Promise<void> {
  if (!existsSync(file)) return
  await systemctl('disable', '--now', unitName)
  rmSync(file)
  await systemctl('daemon-reload')
}

async function systemctl(...words: readonly string[]): Promise<void> {
  try {
    await run('systemctl', ['--user', ...words])
  } catch (cause) {
    throw new EngineError('io_error', phrase`systemctl --user ${words.join(' ')} failed`, {
      hint: 'This needs a Linux with systemd and a login of yours; elsewhere `tamis up --detach` runs the daemon.',
      cause,
    })
  }
}
