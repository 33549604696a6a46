import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { EngineError } from '../../../errors.ts'
import type { Command, CommandContext } from '../command.ts'
import { readDaemonFile } from '../daemon-file.ts'

interface Check {
  readonly name: string
  readonly isFine: boolean
  readonly found: string
  readonly fix?: string
}

/** `tamis doctor`: each thing that must be right, and what to do where it is not. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the set-up, with a fix for each fault',
  options: {},
  examples: ['tamis doctor'],
  async run(context) {
    const configuration = configCheck(context)
    // The rest stands on the configuration, so nothing more can be said without it.
    const rest = configuration.isFine
      ? [...homeChecks(context), await storeCheck(context), await daemonCheck(context)]
      : []
    const checks = [runtimeCheck(), configuration, ...rest]
    const isFine = checks.every((check) => check.isFine)
    if (context.output.isJson) context.output.json({ ok: isFine, checks })
    else context.output.result(checks.map(toLine).join('\n'))
    return isFine ? 0 : 1
  },
}

function toLine({ name, isFine, found, fix }: Check): string {
  const line = `${isFine ? 'ok  ' : 'FAIL'}  ${name}: ${found}`
  return fix && !isFine ? `${line}\n      fix: ${fix}` : line
}

function runtimeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isFine = major > 22 || (major === 22 && minor >= 13)
  return { name: 'Node', isFine, found: process.versions.node, fix: 'Install Node 22.13 or newer.' }
}

function configCheck(context: CommandContext): Check {
  try {
    const { origins } = context.loadConfig()
    return { name: 'configuration', isFine: true, found: `${origins.size} settings changed` }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { name: 'configuration', isFine: false, found: error.message, fix: error.hint ?? '' }
  }
}

function homeChecks(context: CommandContext): readonly Check[] {
  const { home } = context.loadConfig()
  if (!existsSync(home))
    return [{ name: 'home', isFine: true, found: `${home} (made when needed)` }]
  const mode = statSync(home).mode & 0o777
  const { bavail, bsize } = statfsSync(home)
  const freeMiB = Math.floor((bavail * bsize) / 1024 ** 2)
  return [
    { name: 'home', isFine: isWritable(home), found: home, fix: `chown -R "$USER" ${home}` },
    {
      name: 'home is private',
      isFine: process.platform === 'win32' || (mode & 0o077) === 0,
      found: mode.toString(8),
      fix: `chmod 700 ${home}`,
    },
    {
      name: 'disk space',
      isFine: freeMiB > 200,
      found: `${freeMiB} MiB free`,
      fix: 'Free some space, or lower store.max_bytes.',
    },
  ]
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function storeCheck(context: CommandContext): Promise<Check> {
  try {
    const usage = await (await context.openEngine()).usage()
    return { name: 'store', isFine: true, found: `${usage.ids} originals` }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { name: 'store', isFine: false, found: error.message, fix: error.hint ?? '' }
  }
}

async function daemonCheck(context: CommandContext): Promise<Check> {
  const { home } = context.loadConfig()
  const lock = context.deps.lockHome(home)
  lock?.release()
  const record = lock ? undefined : readDaemonFile(home)
  if (!record) return { name: 'daemon', isFine: true, found: 'not running' }
  const response = await fetch(`${record.url}/health`).catch(() => undefined)
  return {
    name: 'daemon',
    isFine: response?.ok ?? false,
    found: response ? `${record.url} answers ${response.status}` : `${record.url} does not answer`,
    fix: `tamis stop && tamis up`,
  }
}
