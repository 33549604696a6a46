import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, postJson, startTamis } from './tamis.ts'

const settingOf = async (url: string, key: string): Promise<unknown> => {
  const { body } = await postJson(`${url}/api/config.show`, {})
  const { settings } = body as { settings: { key: string; value: unknown; origin: string }[] }
  return settings.find((setting) => setting.key === key)
}

test('a setting is written to the file, holds at once and after a restart, and goes back', async () => {
  const home = newFolder()
  const file = join(home, 'tamis.toml')
  writeFileSync(file, '# mine\n[mask]\nwindow_turns = 4\n', { mode: 0o600 })
  const first = await startTamis({ home })
  const set = (input: object) => postJson(`${first.url}/api/config.set`, input)
  expect(await set({ key: 'mask.mode', value: 'thrifty' })).toMatchObject({ status: 200 })
  expect(readFileSync(file, 'utf8')).toBe('# mine\n[mask]\nmode = "thrifty"\nwindow_turns = 4\n')
  expect(await settingOf(first.url, 'mask.mode')).toMatchObject({ value: 'thrifty', origin: file })
  await first.stop()
  const second = await startTamis({ home })
  expect(await settingOf(second.url, 'mask.mode')).toMatchObject({ value: 'thrifty' })
  await postJson(`${second.url}/api/config.set`, { key: 'mask.mode' })
  expect(await settingOf(second.url, 'mask.mode')).toMatchObject({ origin: 'default' })
  expect(readFileSync(file, 'utf8')).toBe('# mine\n[mask]\nwindow_turns = 4\n')
  await second.stop()
})

test.each([
  [{ key: 'mask.mode', value: 'reckless' }, 'config_invalid'],
  [{ key: 'server.port', value: 1 }, 'invalid_input'],
  [{ key: 'mask.omission_files', value: true }, 'invalid_input'],
  [{ key: 'rag.score_gate', value: 2 }, 'config_invalid'],
])('%o is refused, and the file stays as it was', async (input, code) => {
  const home = newFolder()
  const file = join(home, 'tamis.toml')
  writeFileSync(file, '[mask]\nwindow_turns = 4\n', { mode: 0o600 })
  const tamis = await startTamis({ home })
  const { body } = await postJson(`${tamis.url}/api/config.set`, input)
  expect(body).toMatchObject({ error: { code } })
  expect(readFileSync(file, 'utf8')).toBe('[mask]\nwindow_turns = 4\n')
  await tamis.stop()
})

test('a limit is written to the file, and says that it counts from the next start', async () => {
  const home = newFolder()
  const tamis = await startTamis({ home })
  const input = { key: 'rag.score_gate', value: 0.4 }
  const { body } = await postJson(`${tamis.url}/api/config.set`, input)
  expect(body).toMatchObject({ takes_effect: 'next start' })
  expect(readFileSync(join(home, 'tamis.toml'), 'utf8')).toContain('score_gate = 0.4')
  await tamis.stop()
})

test('what the environment sets, and a file of others, are not written over', async () => {
  const home = newFolder()
  const tamis = await startTamis({ home, env: { TAMIS_MASK_MODE: 'careful' } })
  const { body } = await postJson(`${tamis.url}/api/config.set`, {
    key: 'mask.mode',
    value: 'thrifty',
  })
  expect(body).toMatchObject({ error: { message: expect.stringContaining('TAMIS_MASK_MODE') } })
  const file = join(home, 'tamis.toml')
  if (!existsSync(file)) writeFileSync(file, '')
  chmodSync(file, 0o666)
  const echo = await postJson(`${tamis.url}/api/config.set`, { key: 'mask.echo', value: false })
  expect(echo.status).toBeGreaterThanOrEqual(400)
  expect(readFileSync(file, 'utf8')).not.toContain('echo')
  await tamis.stop()
})
