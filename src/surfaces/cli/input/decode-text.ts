import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'

export interface DecodedText {
  readonly text: string
  /** How the bytes were read where they are not UTF-8. */
  readonly encoding?: 'UTF-16' | 'Windows-1252'
}

/** A small file may unpack to any size; no text that somebody reads is larger. */
const mostUnpacked = 256 * 1024 * 1024

/**
 * Any bytes as text, gzip unpacked. UTF-16 is known by its mark, as Windows shells write it; what is
 * no UTF-8 either is read as Windows-1252, which has a character for every byte: none is lost.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const plain = unpacked(bytes)
  const mark = plain.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff')
    return { text: decode(plain, mark === 'fffe' ? 'utf-16le' : 'utf-16be'), encoding: 'UTF-16' }
  if (isUtf8(plain)) return { text: plain.toString('utf8') }
  return { text: decode(plain, 'windows-1252'), encoding: 'Windows-1252' }
}

/** The bytes inside gzip, or the bytes themselves. */
export function unpacked(bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return isGzip ? gunzipSync(bytes, { maxOutputLength: mostUnpacked }) : bytes
}

function decode(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}
