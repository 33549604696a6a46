import { expect, test } from 'vitest'
import { locate, locations, type Machine } from './client-locations.ts'

const mac: Machine = { platform: 'darwin', environment: {}, home: '/Users/ann' }
const linux: Machine = { platform: 'linux', environment: {}, home: '/home/ann' }
const windows: Machine = {
  platform: 'win32',
  environment: { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' },
  home: 'C:\\Users\\ann',
}

test.each([
  [
    'claudeDesktop',
    mac,
    '/Users/ann/Library/Application Support/Claude/claude_desktop_config.json',
  ],
  ['claudeDesktop', linux, '/home/ann/.config/Claude/claude_desktop_config.json'],
  [
    'claudeDesktop',
    windows,
    'C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
  ],
  ['vscode', mac, '/Users/ann/Library/Application Support/Code/User/mcp.json'],
  ['codex', windows, 'C:\\Users\\ann\\.codex\\config.toml'],
  ['opencode', mac, '/Users/ann/.config/opencode/opencode.json'],
  ['opencode', windows, 'C:\\Users\\ann\\.config\\opencode\\opencode.json'],
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
