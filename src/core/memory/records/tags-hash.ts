import type { Digest } from '../../../ports/digest.ts'

/**
 * The one digest of a set of tags, equal to the one of the contract's Python:
 * order, case, repetition, outer spaces, a missing `#` and Unicode composition make no difference.
 */
export function tagsHash(digest: Digest, tags: readonly string[]): string {
  return digest(canonicalTags(tags).join('\n'))
}

/** The tags as `tagsHash` sees them: NFC, stripped, lower case, with `#`, unique, in code point order. */
export function canonicalTags(tags: readonly string[]): readonly string[] {
  const canonical = tags.map((tag) => {
    const plain = strip(tag.normalize('NFC')).toLowerCase()
    return plain.startsWith('#') ? plain : `#${plain}`
  })
  return [...new Set(canonical)].sort(byCodePoint)
}

// What Python's `str.strip` removes: `trim` would leave U+001C–U+001F and U+0085, and take U+FEFF.
const spaces = new Set(
  '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
)

function strip(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && spaces.has(text.charAt(start))) start += 1
  while (end > start && spaces.has(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

// Python sorts by code point; `<` on strings compares UTF-16 units and puts U+1F600 before U+FFEE.
function byCodePoint(left: string, right: string): number {
  const a = [...left]
  const b = [...right]
  const different = a.findIndex((character, index) => character !== b[index])
  if (different === -1) return a.length - b.length
  return (a[different]?.codePointAt(0) ?? 0) - (b[different]?.codePointAt(0) ?? -1)
}
