/** Controls and marks that show nothing themselves; the joiner of emoji is left alone. */
const invisible = /(?![\t\n\r\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A text in which what would hide or reorder it is visible: `⟨U+202E⟩`. */
export function markHidden(text: string): string {
  return text.replace(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
