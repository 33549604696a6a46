import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { credentialFiles } from './credentials.ts'
import { type Keyring, systemKeyring } from './keyring.ts'
import { keyLoader } from './load-key.ts'

const secret = 'gho_a-secret-nobody-may-read'
const name = ['login', 'github', 'tok_ann']

function inFolder(keyring?: Keyring) {
  const folder = join(mkdtempSync(join(tmpdir(), 'tamis-credentials-')), 'credentials')
  const open = () => credentialFiles(folder, keyLoader(folder, keyring))
  return { folder, open, credentials: open() }
}

test('a secret comes back under its name, also in another process, and under no other', async () => {
  const { credentials, open } = inFolder()
  await credentials.write(name, secret)
  expect(await open().read(name)).toBe(secret)
  expect(await credentials.read(['login', 'github', 'tok_ben'])).toBeUndefined()
  expect(await credentials.names()).toEqual([name])
  expect(await credentials.remove(name)).toBe(true)
  expect([await credentials.read(name), await credentials.remove(name)]).toEqual([undefined, false])
})

test('no file holds the secret, and only their owner may read them', async () => {
  const { credentials, folder } = inFolder()
  await credentials.write(name, secret)
  const files = readdirSync(folder).map((file) => join(folder, file))
  expect(files).toHaveLength(2)
  for (const file of files) {
    expect(readFileSync(file, 'utf8')).not.toContain(secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a secret that was moved to another name does not open', async () => {
  const { credentials, folder } = inFolder()
  const other = ['login', 'github', 'tok_ben']
  await credentials.write(name, secret)
  await credentials.write(other, 'another')
  const fileOf = (wanted: string) =>
    readdirSync(folder)
      .map((file) => join(folder, file))
      .find((file) => readFileSync(file, 'utf8').includes(wanted)) ?? ''
  const [mine, theirs] = [fileOf('tok_ann'), fileOf('tok_ben')]
  const stolen = { ...JSON.parse(readFileSync(mine, 'utf8')), name: other }
  writeFileSync(theirs, JSON.stringify(stolen))
  await expect(credentials.read(other)).rejects.toMatchObject({ code: 'store_damaged' })
})

test('a key that others can read is not used', async () => {
  const { credentials, folder, open } = inFolder()
  await credentials.write(name, secret)
  chmodSync(join(folder, 'key'), 0o644)
  await expect(open().read(name)).rejects.toMatchObject({ code: 'store_unavailable' })
})

test('two processes that begin at the same time agree on one key', async () => {
  const { open } = inFolder()
  const all = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const credentials = open()
      await credentials.write([...name, String(index)], secret)
      return credentials
    }),
  )
  for (const index of all.keys()) expect(await open().read([...name, String(index)])).toBe(secret)
})

test('the key lies in the keyring where there is one, and nowhere else', async () => {
  const held = new Map<string, string>()
  const keyring: Keyring = {
    read: async (account) => held.get(account),
    write: async (account, text) => held.set(account, text).has(account),
  }
  const { credentials, folder, open } = inFolder(keyring)
  await credentials.write(name, secret)
  expect(await open().read(name)).toBe(secret)
  const [key = ''] = held.values()
  for (const file of readdirSync(folder))
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain(key)
  const without = credentialFiles(folder, keyLoader(folder, undefined))
  await expect(without.read(name)).rejects.toThrow(/in a keyring/)
})

test('the tool of the system keeps a secret that no list of processes shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-credentials-'))
  const tools = join(folder, 'bin')
  mkdirSync(tools)
  const script = `#!/bin/sh
echo "$@" >> ${folder}/said
[ "$1" = store ] && cat > ${folder}/held
[ "$1" = lookup ] && cat ${folder}/held
exit 0
`
  writeFileSync(join(tools, 'secret-tool'), script, { mode: 0o755 })
  const environment = { PATH: `${tools}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'unix:x' }
  const keyring = systemKeyring(environment, 'linux')
  expect(await keyring?.write('home', secret)).toBe(true)
  expect(await keyring?.read('home')).toBe(secret)
  expect(readFileSync(join(folder, 'said'), 'utf8')).not.toContain(secret)
})

test.each([
  ['no session', {}],
  ['no tool', { PATH: '/nowhere', DBUS_SESSION_BUS_ADDRESS: 'unix:x' }],
])('where there is %s, nothing is kept in a keyring', async (_, environment) => {
  const keyring = systemKeyring(environment, 'linux')
  expect((await keyring?.write('home', secret)) ?? false).toBe(false)
})
