import { expect, test } from 'vitest'
import { locate, locations, type Machine } from './client-locations.ts'

const mac: Machine = { platform: 'darwin', environment: {}, home: '/Users/me' }
const linux: Machine = { platform: 'linux', environment: {}, home: '/people/me' }
const windows: Machine = {
  platform: 'win32',
  environment: { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
  home: 'C:\\Users\\me',
}

test.each([
  ['claudeDesktop', mac, '/Users/me/Library/Application Support/Claude/claude_desktop_config.json'],
  ['claudeDesktop', linux, '/people/me/.config/Claude/claude_desktop_config.json'],
  ['claudeDesktop', windows, 'C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
  ['vscode', mac, '/Users/me/Library/Application Support/Code/User/mcp.json'],
  ['codex', windows, 'C:\\Users\\me\\.codex\\config.toml'],
  ['opencode', mac, '/Users/me/.config/opencode/opencode.json'],
  ['opencode', windows, 'C:\\Users\\me\\.config\\opencode\\opencode.json'],
] as const)('%s is where the client looks', (name, machine, file) => {
  expect(locate(locations[name], machine)).toBe(file)
})

test.each([
  ['codex', { CODEX_HOME: '/x' }, '/x/config.toml'],
  ['claudeCode', { CLAUDE_CONFIG_DIR: '/x' }, '/x/.claude.json'],
  ['claudeCodeSettings', { CLAUDE_CONFIG_DIR: '/x' }, '/x/settings.json'],
  ['opencode', { XDG_CONFIG_HOME: '/x' }, '/x/opencode/opencode.json'],
] as const)('%s follows a variable of the environment', (name, environment, file) => {
  expect(locate(locations[name], { ...linux, environment })).toBe(file)
})
