import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { RequestArchive } from '../../ports/files/request-archive.ts'
import type { Log } from '../../ports/log.ts'

const gzip = promisify<string, zlib.ZlibOptions, Buffer>(zlib.gzip)
const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)

const ending = '.json.gz'
const idPattern = /^req_\w{1,64}$/
/** A body has a limit of 64 MB; its answer and what was left out come on top. */
const maxUnfoldedBytes = 128 * 1024 * 1024
/** So many wait to be written at most: under a flood, looking back matters less than going on. */
const mostWaiting = 32

/** One packed file each, in a folder that only its owner may enter; the names sort by time. */
export function requestFiles(folder: string, most: number, log: Log): RequestArchive {
  let count = 0
  let waiting = 0
  let writing: Promise<void> = Promise.resolve()

  async function write(id: string, text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const name = `${String(Date.now()).padStart(15, '0')}-${id}${ending}`
    const unfinished = join(folder, `.${id}.${process.pid}.${++count}`)
    // Exclusive, so that nobody's link is followed.
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(await gzip(text, { level: 1 }))
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
    const names = await listed(folder)
    for (const oldest of names.slice(0, Math.max(0, names.length - most)))
      await rm(join(folder, oldest), { force: true })
  }

  async function readOne(name: string): Promise<string | undefined> {
    try {
      const packed = await readFile(join(folder, name))
      return (await gunzip(packed, { maxOutputLength: maxUnfoldedBytes })).toString('utf8')
    } catch (error) {
      log.warn('request-file-unreadable', { file: name, cause: String(error) })
      return undefined
    }
  }

  return {
    keep(id, text) {
      if (!idPattern.test(id) || waiting >= mostWaiting) return
      waiting++
      writing = writing
        .then(() => write(id, text))
        .catch((error: unknown) => log.warn('request-not-kept', { cause: String(error) }))
        .finally(() => waiting--)
    },
    async *read() {
      for (const name of await listed(folder)) {
        const text = await readOne(name)
        if (text !== undefined) yield text
      }
    },
    settled: () => writing,
  }
}

async function listed(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
