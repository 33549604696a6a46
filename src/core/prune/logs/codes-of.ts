/** The UTF-16 codes of a text in an array: reading that is two to three times faster than `charCodeAt`. */
export type Codes = Uint8Array | Uint16Array

/** Zeros after the end, so that a look ahead needs no bound. */
const margin = 8

/** One byte a character where the text is ASCII, as most logs are. */
export function codesOf(text: string): Codes {
  const bytes = new Uint8Array(text.length + margin)
  const { read, written } = new TextEncoder().encodeInto(text, bytes)
  if (read === text.length && written === text.length) return bytes
  const codes = new Uint16Array(text.length + margin)
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at)
  return codes
}
