import { randomBytes } from 'node:crypto'
import { link, lstat, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { writeWhole } from './credentials.ts'
import type { Keyring } from './keyring.ts'

const keyFile = z.union([
  z.strictObject({ holder: z.literal('keyring'), account: z.string() }),
  z.strictObject({ holder: z.literal('file'), key: z.string() }),
])

/**
 * The key of a folder's credentials: in the system's keyring where there is one when it is first
 * needed, else in a file that only its owner may read. Which of the two is written down, so that a
 * daemon without a keyring does not make a second key.
 */
export function keyLoader(folder: string, keyring: Keyring | undefined): () => Promise<Buffer> {
  const path = join(folder, 'key')
  let loading: Promise<Buffer> | undefined
  const load = async (): Promise<Buffer> => {
    const held = await readHolder(path)
    if (!held) return (await makeKey(path, folder, keyring)) ?? load()
    if (held.holder === 'file') return Buffer.from(held.key, 'base64')
    const key = await keyring?.read(held.account)
    if (key !== undefined) return Buffer.from(key, 'base64')
    throw new EngineError('store_unavailable', 'The key of the credentials is in a keyring', {
      hint: 'Unlock the keyring of your desktop, or remove the folder `credentials` and log in again.',
    })
  }
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** `undefined` when another process was faster: its key counts. */
async function makeKey(
  path: string,
  folder: string,
  keyring: Keyring | undefined,
): Promise<Buffer | undefined> {
  const key = randomBytes(32)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A key that came second must not replace the first in the keyring either.
  const account = `${folder}#${randomBytes(6).toString('hex')}`
  const isHeld = (await keyring?.write(account, key.toString('base64'))) ?? false
  const holder = isHeld
    ? { holder: 'keyring', account }
    : { holder: 'file', key: key.toString('base64') }
  const isFirst = await placeFirst(path, JSON.stringify(holder))
  return isFirst ? key : undefined
}

/** Whether nobody else had put one there. */
async function placeFirst(path: string, text: string): Promise<boolean> {
  let isFirst = true
  await writeWhole(path, text, async (from, to) => {
    // A link is made only where nothing is; a rename would replace what is there.
    isFirst = await link(from, to).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    await rm(from)
  })
  return isFirst
}

async function readHolder(path: string): Promise<z.infer<typeof keyFile> | undefined> {
  const facts = await lstat(path).catch(() => undefined)
  if (!facts) return undefined
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new EngineError('store_unavailable', phrase`${path} can be read by others`, {
      hint: phrase`chmod 600 ${path}, and log in again: the key may be known.`,
    })
  return keyFile.parse(JSON.parse(await readFile(path, 'utf8')))
}
