import { homedir, platform } from 'node:os'
import { posix, win32 } from 'node:path'
import type { Environment } from '../config/process-environment.ts'

/** Where on a machine a client keeps a file: under the user's home, the settings folder of the system, or its own. */
export interface Location {
  readonly base: 'home' | 'settings' | 'config'
  /** A variable that names another folder in place of `base` and the first part of `path`. */
  readonly variable?: string
  readonly path: string
}

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Environment
  readonly home: string
}

/** Every file we know how to find, by the client that owns it. */
export const locations = {
  claudeCode: { base: 'home', variable: 'CLAUDE_CONFIG_DIR', path: '.claude.json' },
  claudeCodeSettings: {
    base: 'home',
    variable: 'CLAUDE_CONFIG_DIR',
    path: '.claude/settings.json',
  },
  claudeDesktop: { base: 'settings', path: 'Claude/claude_desktop_config.json' },
  cursor: { base: 'home', path: '.cursor/mcp.json' },
  vscode: { base: 'settings', path: 'Code/User/mcp.json' },
  codex: { base: 'home', variable: 'CODEX_HOME', path: '.codex/config.toml' },
  codexHooks: { base: 'home', variable: 'CODEX_HOME', path: '.codex/hooks.json' },
  opencodePlugin: { base: 'config', path: 'opencode/plugin/tamis.js' },
  qwen: { base: 'home', path: '.qwen/settings.json' },
  piExtension: { base: 'home', path: '.pi/agent/extensions/tamis.ts' },
  copilotHooks: { base: 'home', path: '.copilot/hooks/tamis.json' },
  clinePlugin: { base: 'home', path: '.cline/plugins/tamis.js' },
  opencode: { base: 'config', path: 'opencode/opencode.json' },
  opencodeComments: { base: 'config', path: 'opencode/opencode.jsonc' },
  gemini: { base: 'home', path: '.gemini/settings.json' },
  geminiEnvironment: { base: 'home', path: '.gemini/.env' },
  continue: { base: 'home', variable: 'CONTINUE_GLOBAL_DIR', path: '.continue/config.yaml' },
  cline: {
    base: 'settings',
    path: 'Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
  },
} as const satisfies Readonly<Record<string, Location>>

/** The whole path of a file on this machine. */
export function locate({ base, variable, path }: Location, machine: Machine): string {
  const { join } = machine.platform === 'win32' ? win32 : posix
  const folder = variable === undefined ? undefined : machine.environment[variable]
  if (folder) return join(folder, path.split('/').at(-1) ?? path)
  return join(baseFolder(base, machine), ...path.split('/'))
}

function baseFolder(base: Location['base'], { platform, environment, home }: Machine): string {
  const { join } = platform === 'win32' ? win32 : posix
  const config = environment.XDG_CONFIG_HOME || join(home, '.config')
  if (base === 'home') return home
  if (base === 'config') return config
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return platform === 'win32' ? environment.APPDATA || join(home, 'AppData', 'Roaming') : config
}

/** This machine, as far as other programs' files are concerned. */
export function machineOf(environment: Environment): Machine {
  return { platform: platform(), environment, home: environment.HOME || homedir() }
}
