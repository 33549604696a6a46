import { createHash, hash } from 'node:crypto'

/** SHA-256 of the text's UTF-8, or of its UTF-16 behind a mark when UTF-8 would lose a lone surrogate. */
export function digest(text: string): string {
  if (text.isWellFormed()) return hash('sha256', text, 'hex')
  return createHash('sha256')
    .update('\0utf16le\0')
    .update(Buffer.from(text, 'utf16le'))
    .digest('hex')
}
