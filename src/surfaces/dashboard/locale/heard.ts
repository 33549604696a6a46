/**
 * What a daemon said in English, in another language. It comes as plain text, so it is found by what
 * it looks like: a hole in a key stands for whatever a message names there.
 */
export function heardIn(catalog: Readonly<Record<string, string>>): (message: string) => string {
  const byMessage = new Map(Object.entries(catalog))
  const withHoles = [...byMessage]
    .filter(([key]) => hole.test(key) && /\p{L}{4}/u.test(key))
    // The most particular first: `{} failed: {}` would take what belongs to others.
    .sort(([a], [b]) => wordsOf(b).length - wordsOf(a).length)
    .map(([key, translation]) => ({ key, pattern: toPattern(key), translation }))
  const whole = (message: string): string => {
    const exact = byMessage.get(message)
    if (exact !== undefined) return exact
    for (const { key, pattern, translation } of withHoles) {
      const match = pattern.exec(message)
      if (match) return fill(translation, inOrder(key, match.slice(1)))
    }
    return message
  }
  return (message) => {
    const said = whole(message)
    return said === message ? byParts(message, whole) : said
  }
}

const hole = /\{\d*\}/
const holes = /\{(\d*)\}/g

function wordsOf(key: string): string {
  return key.replaceAll(holes, '')
}

/** `--k: must be at least 1` is a name and a sentence; several of them are set apart by `; `. */
function byParts(message: string, whole: (message: string) => string): string {
  const parts = message.split('; ')
  const said = parts.map((part) => afterName(part, whole))
  return said.some((part, at) => part !== parts[at]) ? said.join(' ; ') : message
}

function afterName(part: string, whole: (message: string) => string): string {
  const pieces = part.split(': ')
  for (let names = 1; names < pieces.length; names++) {
    const sentence = pieces.slice(names).join(': ')
    const said = whole(sentence)
    if (said !== sentence) return [...pieces.slice(0, names), said].join(' : ')
  }
  return part
}

function toPattern(key: string): RegExp {
  const parts = key.split(hole).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('([\\s\\S]*)')}$`)
}

/** What the holes of a key took, by their numbers: `{2} of {1}` has the second value first. */
function inOrder(key: string, found: readonly string[]): readonly string[] {
  const values: string[] = []
  for (const [at, [, number]] of [...key.matchAll(holes)].entries())
    values[number ? Number(number) - 1 : at] = found[at] ?? ''
  return values
}

/** `{}` takes the next value, `{2}` the second. */
function fill(translation: string, values: readonly string[]): string {
  let next = 0
  return translation.replaceAll(holes, (_, number: string) => {
    const at = number === '' ? next++ : Number(number) - 1
    return values[at] ?? ''
  })
}
