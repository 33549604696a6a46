import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

interface Unfolding {
  readonly maxOutputLength: number
}

/** Both ways run in a thread of the pool, never on the event loop. */
interface Encoding {
  decode(bytes: Buffer, limits: Unfolding): Promise<Buffer>
  encode(bytes: Buffer): Promise<Buffer>
}

const gunzip = promisify<Buffer, Unfolding, Buffer>(zlib.gunzip)
const inflate = promisify<Buffer, Unfolding, Buffer>(zlib.inflate)
const unbrotli = promisify<Buffer, Unfolding, Buffer>(zlib.brotliDecompress)
const unzstd = promisify<Buffer, Unfolding, Buffer>(zlib.zstdDecompress)
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)

/** As small as gzip in a fraction of the time; the default takes seconds for a megabyte. */
const quickBrotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzip: Encoding = { decode: gunzip, encode: promisify<Buffer, Buffer>(zlib.gzip) }

/** By the names of `content-encoding`; a map, since a provider may call its encoding `__proto__`. */
const encodings: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', { decode: inflate, encode: promisify<Buffer, Buffer>(zlib.deflate) }],
  ['br', { decode: unbrotli, encode: (bytes) => brotli(bytes, quickBrotli) }],
  ['zstd', { decode: unzstd, encode: promisify<Buffer, Buffer>(zlib.zstdCompress) }],
])

/** Whether a body can be read as received. */
export function isPlain(encoding: string | undefined): encoding is undefined | 'identity' {
  return encoding === undefined || encoding === 'identity'
}

/**
 * The bytes behind an encoding; `undefined` when they are damaged, the encoding is unknown, or more than
 * `maxBytes` come out: a few kilobytes can unfold into gigabytes.
 */
export async function decodeBody(
  bytes: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const found = encodings.get(nameOf(encoding))
  return found?.decode(bytes, { maxOutputLength: maxBytes }).catch(() => undefined)
}

/** The same encoding again; `undefined` when it is unknown. */
export async function encodeBody(bytes: Buffer, encoding: string): Promise<Buffer | undefined> {
  return encodings.get(nameOf(encoding))?.encode(bytes)
}

function nameOf(encoding: string): string {
  return encoding.trim().toLowerCase()
}
