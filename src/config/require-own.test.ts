import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './load.ts'
import { requireOwn } from './require-own.ts'

function home(toml: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-own-'))
  writeFileSync(join(folder, 'tamis.toml'), toml, { mode: 0o600 })
  return folder
}

const starts = '[gateway.servers.x]\ncommand = "true"\n'
const calls = '[gateway.servers.x]\nurl = "https://x.example/mcp"\n'

test.each([0o620, 0o602, 0o666])('a file of mode %o that starts programs is refused', (mode) => {
  const folder = home(starts)
  expect(loadConfig({ home: folder }, {}, '/').home).toBe(folder)
  chmodSync(join(folder, 'tamis.toml'), mode)
  expect(() => loadConfig({ home: folder }, {}, '/')).toThrow(
    expect.objectContaining({
      code: 'config_invalid',
      hint: expect.stringContaining('chmod go-w'),
    }),
  )
})

test('so is one in a folder that others may write to', () => {
  const folder = home(starts)
  chmodSync(folder, 0o770)
  expect(() => loadConfig({ home: folder }, {}, '/')).toThrow(/can be written by others/)
})

test('one that starts nothing is read', () => {
  const folder = home(calls)
  chmodSync(join(folder, 'tamis.toml'), 0o666)
  expect(loadConfig({ home: folder }, {}, '/').home).toBe(folder)
})

test('one of another person is refused', () => {
  const file = join(home(starts), 'tamis.toml')
  const ownId = process.getuid?.() ?? 1000
  if (ownId === 0) chownSync(file, 12_345, 12_345)
  expect(() => requireOwn(file, ownId === 0 ? 0 : ownId + 1)).toThrow(/belongs to somebody else/)
})
