import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { OmissionFiles } from '../../ports/files/omission-files.ts'

const ending = '.txt'
/** Ids of ours hold nothing else, so that none leads out of the folder. */
const idPattern = /^[a-z]{3}_\w{1,64}$/

/** Read-only files in a folder that only its owner may enter. */
export function omissionFiles(folder: string, maxBytes: number): OmissionFiles {
  let isReady = false
  let written = 0

  function pathOf(id: string): string {
    if (!idPattern.test(id)) throw new Error(`not an id of something left out: ${id}`)
    return join(folder, `${id}${ending}`)
  }

  async function prepare(): Promise<void> {
    if (isReady) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    isReady = true
  }

  async function writeOne(id: string, text: string): Promise<void> {
    const path = pathOf(id)
    if (await sizeOf(path)) return
    const unfinished = join(folder, `.${id}.${process.pid}.${++written}`)
    // Exclusive, so that nobody's link is followed.
    const file = await open(unfinished, 'wx', 0o400)
    try {
      await file.writeFile(text)
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  }

  return {
    pathOf,
    async write(texts) {
      try {
        await prepare()
        for (const { id, text } of texts) await writeOne(id, text)
      } catch (error) {
        isReady = false
        throw refusal(error, folder)
      }
    },
    async sweep(before, isKept) {
      const files = await listed(folder)
      let bytes = files.reduce((sum, { size }) => sum + size, 0)
      let removed = 0
      for (const { name, size, at } of files) {
        const isWanted = at >= before || (await isKept(name.slice(0, -ending.length)))
        if (bytes <= maxBytes && isWanted) continue
        await rm(join(folder, name), { force: true })
        bytes -= size
        removed++
      }
      return removed
    },
    async clear() {
      await rm(folder, { recursive: true, force: true })
      isReady = false
    },
  }
}

/** Oldest first. */
async function listed(folder: string) {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const files = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined)
      return { name, size: found?.size ?? 0, at: found?.mtimeMs ?? 0 }
    }),
  )
  return files.sort((a, b) => a.at - b.at)
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    },
  )
}

function refusal(error: unknown, folder: string): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  return new EngineError(
    'store_unavailable',
    phrase`No file can be written in ${folder} (${code})`,
    {
      hint: 'Is the disk there, writable, and not full? `mask.omission_files = false` does without files.',
      cause: error,
    },
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
