/**
 * Whether a text fits a pattern in which `*` stands for any characters but `/`. A pattern that is
 * `*` alone fits every text. Takes time in proportion to the product of both lengths at most.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  if (pattern === '*') return true
  let [at, star, taken, read] = [0, -1, 0, 0]
  while (read < text.length) {
    if (pattern[at] === '*') {
      star = at++
      taken = read
    } else if (at < pattern.length && pattern[at] === text[read]) {
      at++
      read++
    } else if (star >= 0 && text[taken] !== '/') {
      at = star + 1
      read = ++taken
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
