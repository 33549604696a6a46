import type { ComponentChildren } from 'preact'
import type messages from './french.json'
import { language } from './language.ts'
import { plain } from './plain.ts'

/** Every message of the page by its English text: one without a French translation does not compile. */
type Message = keyof typeof messages

/**
 * A message of the page; each `{}` takes the next value, numbers as people write them here. Of two
 * forms set apart by `|`, the first is for one and the second for more, by the first number given.
 */
export function say(message: Message, ...values: readonly (string | number)[]): string {
  let next = 0
  return formOf(message, values).replaceAll('{}', () => {
    const value = values[next++] ?? ''
    return typeof value === 'number' ? plain(value) : value
  })
}

/** The same with elements in the places of `{}`. */
export function sayWith(message: Message, ...values: readonly ComponentChildren[]) {
  return formOf(message, values)
    .split('{}')
    .flatMap((part, at): ComponentChildren[] => (at === 0 ? [part] : [values[at - 1], part]))
}

/**
 * A word of a fixed list of the daemon's in the language of the page; a code it does not know is read
 * out as words. Sentences it says in that language itself.
 */
export function heard(text: string): string {
  const said = language().hear(text)
  return said === text && /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : said
}

function formOf(message: Message, values: readonly unknown[]): string {
  const { tag, translate } = language()
  const [one = '', many = one] = translate(message).split('|')
  const number = values.find((value) => typeof value === 'number')
  return new Intl.PluralRules(tag).select(number ?? 2) === 'one' ? one : many
}
