/** What a page says of itself before its text. */
interface FrontMatter {
  readonly title?: string
  readonly tags: readonly string[]
  /** The offset of the text after it. */
  readonly end: number
}

/** A block longer than this is text between two rules. */
const longest = 8000
const block = /^(?:---\r?\n([\s\S]*?)\r?\n---|\+\+\+\r?\n([\s\S]*?)\r?\n\+\+\+)[ \t]*(?:\r?\n|$)/

/** The YAML or TOML block at the top of a page, with its title and tags; `undefined` without one. */
export function frontMatter(text: string): FrontMatter | undefined {
  const found = block.exec(text.slice(0, longest))
  const body = found?.[1] ?? found?.[2]
  // A page may begin with a rule; metadata begins with a key.
  if (!found || body === undefined || !/^\s*(?:#.*\n\s*)*[\w.-]+[ \t]*[:=]/.test(body))
    return undefined
  const title = valueAt(body, 'title')
  return {
    ...(title ? { title } : {}),
    tags: [...new Set(['tags', 'keywords', 'categories'].flatMap((key) => listOf(body, key)))],
    end: found[0].length,
  }
}

/** A text without the metadata at its top. */
export function withoutFrontMatter(text: string): string {
  const found = frontMatter(text)
  return found === undefined ? text : text.slice(found.end)
}

function valueAt(body: string, key: string): string | undefined {
  const line = new RegExp(`^${key}[ \\t]*[:=][ \\t]*(.*)$`, 'm').exec(body)?.[1]
  return line === undefined ? undefined : unquoted(line)
}

/** `[a, b]`, `a, b`, or one a line after a hyphen. */
function listOf(body: string, key: string): readonly string[] {
  const inline = valueAt(body, key)
  if (inline === undefined) return []
  const lines = body.split(/\r?\n/)
  const start = lines.findIndex((line) => new RegExp(`^${key}[ \\t]*[:=]`).test(line)) + 1
  const items = inline === '' ? [] : inline.replace(/^\[|\]$/g, '').split(',')
  for (const line of inline === '' ? lines.slice(start) : []) {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)?.[1]
    if (item === undefined) break
    items.push(item)
  }
  return items.map(unquoted).filter((item) => item !== '')
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, '$2')
}
