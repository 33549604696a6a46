import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Reach, SetupClient } from '../../../clients/clients.ts'
import { homeFolder } from '../../../config/home-folder.ts'
import { hasOmissionFiles, omissionsFolder } from '../../../config/omission-files.ts'
import type { Arguments, CommandContext } from '../command.ts'
import { readDaemonFile } from '../daemon/daemon-file.ts'

/** How this client will reach this installation: by its command, or by the address of its daemon. */
export function setupReach(
  context: CommandContext,
  args: Arguments,
  { files }: SetupClient,
): Reach {
  const { home, config } = context.loadConfig()
  const { host, port } = config.server
  const url = readDaemonFile(home)?.url ?? `http://${host}:${port}`
  const [command, ...words] = ownCommand(context, args.text('command'))
  // A client knows nothing of this shell's environment: it is told any home but the usual one.
  const isOwn = args.text('home') !== undefined || home !== homeFolder(undefined, {})
  const server = args.isSet('http')
    ? { url: `${url}/mcp` }
    : { command, args: [...words, 'mcp', ...(isOwn ? ['--home', home] : [])] }
  const mcp = args.isNegated('mcp') ? undefined : server
  const program = [command, ...words, ...(isOwn ? ['--home', home] : [])]
  const hook = {
    url,
    home,
    command: program.map(shellWord).join(' '),
    isTokenNeeded: config.server.token !== undefined || config.server.requireToken,
  }
  return {
    mcp,
    proxy: args.isSet('proxy') && files.length > 0 ? url : undefined,
    hook: args.isSet('hook') ? hook : undefined,
    omissions: hasOmissionFiles(config) ? omissionsFolder(home) : undefined,
  }
}

/** A word as a shell reads it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** The name on the path, which outlives an upgrade; else this very program, as applications with no path need it. */
function ownCommand(
  { deps }: CommandContext,
  asked: string | undefined,
): readonly [string, ...string[]] {
  if (asked !== undefined) return [asked]
  const folders = (deps.environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const isOnPath = folders.some((folder) => existsSync(join(folder, 'tamis')))
  const [, script] = process.argv
  if (script === undefined || (isOnPath && process.platform !== 'win32')) return ['tamis']
  return [process.execPath, script]
}
