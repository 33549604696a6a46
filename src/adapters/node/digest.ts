import { createHash } from 'node:crypto'

/** SHA-256 of the text's UTF-8, or of its UTF-16 behind a mark when UTF-8 would lose a lone surrogate. */
export function digest(text: string): string {
  const hash = createHash('sha256')
  if (text.isWellFormed()) return hash.update(text, 'utf8').digest('hex')
  return hash.update('\0utf16le\0').update(Buffer.from(text, 'utf16le')).digest('hex')
}
