import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Finished, newFolder, runTamis } from './tamis.ts'

function setup(home: string, ...words: readonly string[]): Promise<Finished> {
  const args = ['setup', ...words, '--command', 'tamis']
  return runTamis(args, {
    env: { HOME: home, XDG_CONFIG_HOME: '', TAMIS_HOME: join(home, '.tamis') },
  })
}

function cursorFile(home: string): string {
  mkdirSync(join(home, '.cursor'))
  return join(home, '.cursor/mcp.json')
}

test('shows the difference, writes it, keeps a backup, and takes it back', async () => {
  const home = newFolder()
  const file = cursorFile(home)
  const original = '{\n  // mine\n  "mcpServers": {}\n}\n'
  writeFileSync(file, original, { mode: 0o644 })
  const shown = await setup(home, 'cursor', '--dry-run')
  expect(shown.stdout).toContain('+    "tamis": {')
  expect(shown.stderr).toBe('')
  expect(readFileSync(file, 'utf8')).toBe(original)
  const done = await setup(home, 'cursor', '--yes')
  expect(done).toMatchObject({ code: 0, stdout: `Done: ${file}\n` })
  expect(done.stderr).toContain('+    "tamis": {')
  expect(readFileSync(file, 'utf8')).toContain('// mine')
  expect(statSync(file).mode & 0o777).toBe(0o644)
  const backup = join(home, '.tamis/setup/cursor.mcp.json.backup')
  expect(readFileSync(backup, 'utf8')).toBe(original)
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  await setup(home, 'cursor', '--undo', '--yes')
  expect(readFileSync(file, 'utf8')).toBe(original)
})

test('tells the client of a home that only the environment names', async () => {
  const home = newFolder()
  cursorFile(home)
  const elsewhere = join(home, 'elsewhere')
  const env = { HOME: home, XDG_CONFIG_HOME: '', TAMIS_HOME: elsewhere }
  const { stdout } = await runTamis(['setup', 'cursor', '--dry-run'], { env })
  expect(stdout).toContain(`"--home", "${elsewhere}"`)
  expect((await setup(home, 'cursor', '--dry-run')).stdout).not.toContain('--home')
})

test('writes nothing when nobody can say yes, or the file cannot be read', async () => {
  const home = newFolder()
  const file = cursorFile(home)
  expect(await setup(home, 'cursor')).toMatchObject({ code: 2 })
  writeFileSync(file, '{ "mcpServers": ')
  const refused = await setup(home, 'cursor', '--yes')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(`${file} cannot be read: line 1 is not JSON`)
  expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": ')
})

test('follows a link to where the file really is', async () => {
  const home = newFolder()
  const real = join(home, 'dotfiles.json')
  writeFileSync(real, '{}')
  const file = cursorFile(home)
  symlinkSync(real, file)
  await setup(home, 'cursor', '--yes')
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toContain('tamis')
})

test('lists the clients, and says all of it in JSON', async () => {
  const home = newFolder()
  const done = await setup(home, 'codex', '--http', '--proxy', '--yes', '--json')
  expect(JSON.parse(done.stdout)).toMatchObject({
    client: 'codex',
    outcome: 'applied',
    files: [{ file: join(home, '.codex/config.toml') }],
  })
  expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toBe(
    'openai_base_url = "http://127.0.0.1:8006/v1"\n\n[mcp_servers.tamis]\nurl = "http://127.0.0.1:8006/mcp"\n',
  )
  const { clients } = JSON.parse((await setup(home, '--json')).stdout)
  expect(clients).toHaveLength(12)
  expect(clients).toContainEqual(expect.objectContaining({ client: 'codex', isSetUp: true }))
  expect(await setup(home, 'emacs')).toMatchObject({ code: 2 })
})

test('a hook is set up and taken back by itself', async () => {
  const home = newFolder()
  await setup(home, 'claude-code', '--yes')
  await setup(home, 'claude-code', '--hook', '--yes')
  const settings = join(home, '.claude/settings.json')
  expect(readFileSync(settings, 'utf8')).toContain('/api/hook/claude-code')
  const { stdout } = await setup(home)
  expect(stdout).toMatch(/^claude-code +set up +hook /m)
  await setup(home, 'claude-code', '--hook', '--undo', '--yes')
  expect(existsSync(settings)).toBe(false)
  expect(readFileSync(join(home, '.claude.json'), 'utf8')).toContain('tamis')
})

test('a client that takes a hook and nothing else says so', async () => {
  const home = newFolder()
  const refused = await setup(home, 'pi')
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --hook') })
  expect(await setup(home, 'codex', '--hook', '--proxy')).toMatchObject({ code: 2 })
  expect(await setup(home, 'cursor', '--hook')).toMatchObject({ code: 2 })
  await setup(home, 'pi', '--hook', '--yes')
  const extension = join(home, '.pi/agent/extensions/tamis.ts')
  expect(existsSync(extension)).toBe(true)
  await setup(home, 'pi', '--undo', '--yes')
  expect(existsSync(extension)).toBe(false)
})
