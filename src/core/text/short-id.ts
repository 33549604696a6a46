const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const idLength = 16

/** A short name for a content: `prefix` and 16 lower-case base32 characters (80 bits) of a hex digest. */
export function shortId(prefix: string, hexDigest: string): string {
  let id = prefix
  // Ten hex digits are 40 bits, which is eight characters and still an exact number.
  for (let at = 0; id.length < prefix.length + idLength; at += 10)
    id += base32(Number.parseInt(hexDigest.slice(at, at + 10), 16))
  return id
}

/** Forty bits as eight characters. */
export function base32(fortyBits: number): string {
  let text = ''
  for (let rest = fortyBits, i = 0; i < 8; i++, rest = Math.floor(rest / 32))
    text = alphabet.charAt(rest % 32) + text
  return text
}
