import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, openSync, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

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

/** A document with all its vectors is a line; nothing honest comes near this. */
const longestLineBytes = 256 * 1024 * 1024

/** The values of such a file, one after the other; a line that unfolds without end is refused. */
export async function* readLines(
  path: string,
  mostBytes = longestLineBytes,
): AsyncGenerator<unknown> {
  const file = createReadStream(path)
  const text = file.pipe(createGunzip())
  file.once('error', (error) => text.destroy(error))
  try {
    for await (const line of linesIn(text, mostBytes)) yield JSON.parse(line, unpackVector)
  } catch (cause) {
    throw cause instanceof EngineError ? cause : asUnreadable(cause, path)
  } finally {
    file.destroy()
    text.destroy()
  }
}

async function* linesIn(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  const add = (part: Buffer): void => {
    bytes += part.length
    if (bytes > mostBytes)
      throw new EngineError(
        'archive_invalid',
        phrase`A line of the archive is over ${mostBytes} bytes`,
      )
    parts.push(part)
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end))
      yield Buffer.concat(parts).toString()
      parts = []
      bytes = 0
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (bytes > 0) yield Buffer.concat(parts).toString()
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
    return new EngineError('io_error', phrase`Cannot read ${path} (${code})`, { cause })
  return new EngineError('archive_invalid', phrase`${path} cannot be read as an archive`, {
    hint: 'It is damaged, cut short, or no archive of Tamis.',
    cause,
  })
}

function asUnwritable(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error) || error instanceof EngineError) return error
  return new EngineError('io_error', phrase`Cannot write ${path} (${String(error.code)})`, {
    cause: error,
  })
}
