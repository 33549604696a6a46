import { inflateRawSync } from 'node:zlib'

/** The files inside an archive, by name. */
export interface Zip {
  /** `undefined` where it has none of this name. */
  read(name: string): string | undefined
}

/** Why an archive cannot be read. */
export class UnreadableZip extends Error {
  readonly reason: 'damaged' | 'too_large'
  constructor(reason: UnreadableZip['reason']) {
    super(reason)
    this.reason = reason
  }
}

interface Entry {
  readonly method: number
  readonly start: number
  readonly length: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const longestComment = 65_535
const stored = 0
const deflated = 8

/** Reads the list at the end of an archive; all that is read from it together is at most `maxInflatedBytes`. */
export function openZip(bytes: Buffer, maxInflatedBytes: number): Zip {
  const entries = entriesOf(bytes)
  let left = maxInflatedBytes
  return {
    read(name) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const content = inflate(bytes, entry, left)
      left -= content.length
      return content.toString('utf8')
    },
  }
}

function entriesOf(bytes: Buffer): ReadonlyMap<string, Entry> {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries = new Map<string, Entry>()
  for (let number = 0; number < count; number++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature)
      throw new UnreadableZip('damaged')
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    if (!isEncrypted)
      entries.set(name, {
        method: bytes.readUInt16LE(at + 10),
        length: bytes.readUInt32LE(at + 20),
        start: bytes.readUInt32LE(at + 42),
      })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function endOf(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - endLength - longestComment)
  for (let at = bytes.length - endLength; at >= earliest; at--)
    if (bytes.readUInt32LE(at) === endSignature) return at
  throw new UnreadableZip('damaged')
}

function inflate(bytes: Buffer, { method, start, length }: Entry, most: number): Buffer {
  const isThere = start + 30 <= bytes.length && length <= bytes.length
  if (!isThere || (method !== stored && method !== deflated)) throw new UnreadableZip('damaged')
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  const packed = bytes.subarray(from, from + length)
  if ((method === stored ? packed.length : 1) > most) throw new UnreadableZip('too_large')
  return method === stored ? packed : unpacked(packed, most)
}

function unpacked(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw new UnreadableZip(code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'damaged')
  }
}
