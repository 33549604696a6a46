/** Longer texts are cut where they are only glanced at: a line may be a megabyte long. */
const mostChars = 600

/** Controls and marks that show nothing themselves; the joiner of emoji is left alone. */
const invisible = /(?![\t\n\r\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** What would hide or reorder text, made visible instead. */
export function withoutTricks(text: string): string {
  return text.replace(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** Text that came from outside, as text and nothing else. */
export function ForeignText({ text, most = mostChars }: { text: string; most?: number }) {
  const isCut = text.length > most
  return (
    <bdi class="foreign" title={isCut ? `${text.length} characters` : undefined}>
      {withoutTricks(isCut ? text.slice(0, most) : text)}
      {isCut && <span class="faint"> … {text.length - most} more characters</span>}
    </bdi>
  )
}
