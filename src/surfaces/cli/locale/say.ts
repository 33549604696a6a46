import type { Environment } from '../../../config/process-environment.ts'
import { english, type Say } from '../../../core/text/say.ts'
import { fill, Sentence } from '../../../phrase.ts'

/** The language the environment asks for, as the C library reads it: English, or French. */
export function localeOf({ LC_ALL, LC_MESSAGES, LANG }: Environment): 'en' | 'fr' {
  return /^fr(?:$|[_.@-])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'fr' : 'en'
}

/** Messages in that language. */
export async function sayFor(environment: Environment): Promise<Say> {
  return sayIn(localeOf(environment))
}

/** The language a daemon is set to, where that is not English. */
export async function languageOf(
  locale: 'en' | 'fr' | undefined,
): Promise<{ readonly tag: string; readonly say: Say } | undefined> {
  return locale === 'fr' ? { tag: locale, say: await sayIn(locale) } : undefined
}

async function sayIn(locale: 'en' | 'fr'): Promise<Say> {
  if (locale === 'en') return english
  const { default: french } = await import('./french.json', { with: { type: 'json' } })
  return translator(french, (number) => number < 2)
}

/** Messages are found by their English text, with `{}` for each value; `isOne` says which numbers a language counts as one. */
export function translator(
  catalog: Readonly<Record<string, string>>,
  isOne: (number: number) => boolean,
): Say {
  const inCatalog = (text: string): string =>
    Object.hasOwn(catalog, text) ? (catalog[text] ?? text) : text
  const say: Say = (message) => {
    if (!(message instanceof Sentence)) return inCatalog(message)
    const { forms, values } = message
    const [first] = values
    const form = typeof first === 'number' && isOne(first) ? forms.one : forms.many
    return fill(
      inCatalog(form),
      values.map((value) => (value instanceof Sentence ? say(value) : String(value))),
    )
  }
  return say
}
