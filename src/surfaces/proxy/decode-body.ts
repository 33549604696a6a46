import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

interface Unfolding {
  readonly maxOutputLength: number
}

type Decode = (bytes: Buffer, limits: Unfolding) => Promise<Buffer>

/** Node 22.13 has none yet. */
const zstd: Decode | undefined =
  typeof zlib.zstdDecompress === 'function' ? promisify(zlib.zstdDecompress) : undefined

/** By the names of `content-encoding`; a map, since a provider may call its encoding `__proto__`. */
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', promisify<Buffer, Unfolding, Buffer>(zlib.gunzip)],
  ['x-gzip', promisify<Buffer, Unfolding, Buffer>(zlib.gunzip)],
  ['deflate', promisify<Buffer, Unfolding, Buffer>(zlib.inflate)],
  ['br', promisify<Buffer, Unfolding, Buffer>(zlib.brotliDecompress)],
  ...(zstd ? [['zstd', zstd] as const] : []),
])

/** Whether a body can be read as it came. */
export function isPlain(encoding: string | undefined): encoding is undefined | 'identity' {
  return encoding === undefined || encoding === 'identity'
}

/**
 * The bytes behind an encoding, unfolded in a thread of the pool; `undefined` when they are damaged, the
 * encoding is unknown, or more than `maxBytes` come out: a few kilobytes can unfold into gigabytes.
 */
export async function decodeBody(
  bytes: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const decode = decoders.get(encoding.trim().toLowerCase())
  return decode?.(bytes, { maxOutputLength: maxBytes }).catch(() => undefined)
}
