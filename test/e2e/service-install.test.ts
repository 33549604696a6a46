import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, runTamis } from './tamis.ts'

/** A folder with a `systemctl` that only writes down what it was asked. */
function machine() {
  const folder = newFolder()
  const asked = join(folder, 'asked')
  const program = join(folder, 'systemctl')
  mkdirSync(folder, { recursive: true })
  writeFileSync(asked, '')
  writeFileSync(program, `#!/bin/sh\necho "$@" >> '${asked}'\n`)
  chmodSync(program, 0o755)
  const home = join(folder, 'home')
  const unit = join(folder, 'config/systemd/user/tamis.service')
  const env = { PATH: `${folder}:/usr/bin:/bin`, XDG_CONFIG_HOME: join(folder, 'config') }
  const service = (...words: readonly string[]) =>
    runTamis(['service', 'install', ...words, '--home', home], { env })
  return { unit, home, service, asked: () => readFileSync(asked, 'utf8') }
}

test('systemd starts the daemon of this home, and --undo takes that back', async () => {
  const { unit, home, service, asked } = machine()
  expect((await service()).code).toBe(0)
  expect(readFileSync(unit, 'utf8')).toContain(` up --home "${home}"\n`)
  expect((await service('--undo')).code).toBe(0)
  expect(existsSync(unit)).toBe(false)
  expect(asked()).toBe(
    '--user daemon-reload\n--user enable --now tamis.service\n--user disable --now tamis.service\n--user daemon-reload\n',
  )
})

test('a unit that somebody else wrote is neither replaced nor removed', async () => {
  const { unit, service, asked } = machine()
  mkdirSync(join(unit, '..'), { recursive: true })
  writeFileSync(unit, '[Unit]\nDescription=mine\n')
  for (const words of [[], ['--undo']]) expect((await service(...words)).code).toBe(1)
  expect(readFileSync(unit, 'utf8')).toBe('[Unit]\nDescription=mine\n')
  expect(asked()).toBe('')
})
