import type { Say } from './say.ts'

/** Messages are found by their English text; `{}` in a key stands for whatever a message names there. */
export function translator(catalog: Readonly<Record<string, string>>): Say {
  const byMessage = new Map(Object.entries(catalog))
  const withHoles = [...byMessage]
    .filter(([key]) => key.includes('{}'))
    // The most particular first: `{} failed: {}` would take what belongs to others.
    .sort(([a], [b]) => b.replaceAll('{}', '').length - a.replaceAll('{}', '').length)
    .map(([key, translation]) => ({ pattern: toPattern(key), translation }))
  const whole = (message: string): string => {
    const exact = byMessage.get(message)
    if (exact !== undefined) return exact
    for (const { pattern, translation } of withHoles) {
      const match = pattern.exec(message)
      if (match) return fill(translation, match.slice(1))
    }
    return message
  }
  return (message) => {
    const said = whole(message)
    return said === message ? byParts(message, whole) : said
  }
}

/** `--k: must be at least 1` is a name and a sentence; several of them are set apart by `; `. */
function byParts(message: string, whole: Say): string {
  const parts = message.split('; ')
  const said = parts.map((part) => afterName(part, whole))
  return said.some((part, at) => part !== parts[at]) ? said.join(' ; ') : message
}

function afterName(part: string, whole: Say): string {
  const pieces = part.split(': ')
  for (let names = 1; names < pieces.length; names++) {
    const sentence = pieces.slice(names).join(': ')
    const said = whole(sentence)
    if (said !== sentence) return [...pieces.slice(0, names), said].join(' : ')
  }
  return part
}

function toPattern(key: string): RegExp {
  const parts = key.split('{}').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('([\\s\\S]*)')}$`)
}

/** `{}` takes the next value, `{2}` the second. */
function fill(translation: string, values: readonly string[]): string {
  let next = 0
  return translation.replaceAll(/\{(\d*)\}/g, (_, number: string) => {
    const at = number === '' ? next++ : Number(number) - 1
    return values[at] ?? ''
  })
}
