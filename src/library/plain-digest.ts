import { sha256 } from './sha256.ts'

/** The digest that a process on Node makes of a text, without Node: same text, same ids. */
export function plainDigest(text: string): string {
  if (text.isWellFormed()) return sha256(new TextEncoder().encode(text))
  const mark = new TextEncoder().encode('\0utf16le\0')
  const bytes = new Uint8Array(mark.length + text.length * 2)
  bytes.set(mark)
  const view = new DataView(bytes.buffer, mark.length)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), true)
  return sha256(bytes)
}
