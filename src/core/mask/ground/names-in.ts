/** A path, a symbol that no prose has, or a number of two digits or more. */
const name =
  /[\w.@~-]*(?:\/[\w.@~+-]+)+|\b[A-Za-z]\w*(?:_\w+|[a-z0-9][A-Z]\w*)|\b_\w{2,}|\b[\w-]+\.[a-z]{1,4}\b|(?<![\w.])\d{2,}(?:\.\d+)*/g

/** Longer ones are data: a digest, an encoded file. */
const longest = 200

/** The paths, symbols and numbers of a text, each once. */
export function namesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [one] of text.matchAll(name)) if (one.length <= longest) found.add(one)
  return found
}
