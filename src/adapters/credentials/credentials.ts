import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Credentials } from '../../ports/credentials.ts'
import { openSecret, type Sealed, sealSecret } from './seal.ts'

const ending = '.json'
const kept = z.strictObject({
  name: z.array(z.string()),
  nonce: z.string(),
  sealed: z.string(),
})

/** One encrypted file for each secret, in a folder that only its owner may enter. */
export function credentialFiles(folder: string, loadKey: () => Promise<Buffer>): Credentials {
  const pathOf = (name: readonly string[]): string => {
    const digest = createHash('sha256').update(JSON.stringify(name)).digest('hex')
    return join(folder, `${digest.slice(0, 40)}${ending}`)
  }

  return {
    async read(name) {
      const found = await readOne(pathOf(name))
      if (!found) return undefined
      return openSecret(await loadKey(), name, found)
    },
    async write(name, secret) {
      const key = await loadKey()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(pathOf(name), JSON.stringify({ name, ...sealSecret(key, name, secret) }))
    },
    async remove(name) {
      const path = pathOf(name)
      const wasThere = (await readOne(path)) !== undefined
      await rm(path, { force: true })
      return wasThere
    },
    async names() {
      const files = await readdir(folder).catch(absent)
      const found = (files ?? []).filter((file) => /^[0-9a-f]{40}\.json$/.test(file))
      const all = await Promise.all(found.map((file) => readOne(join(folder, file))))
      return all.flatMap((one) => (one ? [one.name] : []))
    },
  }
}

async function readOne(path: string): Promise<(Sealed & { name: string[] }) | undefined> {
  const text = await readFile(path, 'utf8').catch(absent)
  if (text === undefined) return undefined
  const parsed = kept.safeParse(parse(text))
  if (parsed.success) return parsed.data
  throw new EngineError('store_damaged', phrase`${path} is no longer as it was written`, {
    hint: 'Remove the file, then log in or set the credential again.',
  })
}

/** Written aside and put into place whole, so that nobody reads half of it or through a link. */
export async function writeWhole(
  path: string,
  text: string,
  place: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await place(unfinished, path)
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
