import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, openSync, renameSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { EngineError } from '../../errors.ts'

/** Writes values as lines of JSON, compressed; the file is there whole or not at all. */
export async function writeLines(path: string, lines: AsyncIterable<unknown>): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.unfinished`
  try {
    const gzip = createGzip()
    const file = createWriteStream(unfinished, {
      fd: openSync(unfinished, 'wx', 0o600),
      flush: true,
    })
    const written = finished(gzip.pipe(file))
    for await (const line of lines)
      if (!gzip.write(`${JSON.stringify(line, packVector)}\n`)) await once(gzip, 'drain')
    gzip.end()
    await written
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw asUnwritable(error, path)
  }
}

/** The values of such a file, one after the other. */
export async function* readLines(path: string): AsyncGenerator<unknown> {
  const file = createReadStream(path)
  const text = file.pipe(createGunzip())
  file.once('error', (error) => text.destroy(error))
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(line, unpackVector)
    if (text.errored) throw text.errored
  } catch (cause) {
    throw asUnreadable(cause, path)
  }
}

const packedAs = '$float32'

function packVector(_: string, value: unknown): unknown {
  if (!(value instanceof Float32Array)) return value
  const { buffer, byteOffset, byteLength } = value
  return { [packedAs]: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
}

function unpackVector(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(packedAs in value)) return value
  const bytes = Buffer.from(String(value[packedAs]), 'base64')
  return new Float32Array(new Uint8Array(bytes).buffer)
}

function asUnreadable(cause: unknown, path: string): EngineError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  // Codes of the system: those of zlib begin with Z_.
  if (/^E[A-Z]+$/.test(code))
    return new EngineError('io_error', `Cannot read ${path} (${code})`, { cause })
  return new EngineError('archive_invalid', `${path} cannot be read as an archive`, {
    hint: 'It is damaged, cut short, or no archive of Tamis.',
    cause,
  })
}

function asUnwritable(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error) || error instanceof EngineError) return error
  return new EngineError('io_error', `Cannot write ${path} (${String(error.code)})`, {
    cause: error,
  })
}
