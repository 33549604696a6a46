import type { ComponentChildren } from 'preact'

export type Language = 'en' | 'fr'

const key = 'tamis-language'

let catalog: Readonly<Record<string, string>> = {}
let current: Language = 'en'

/** The language of the page: the one this browser chose, else its own. */
export function chosenLanguage(): Language {
  const chosen = localStorage.getItem(key)
  if (chosen === 'en' || chosen === 'fr') return chosen
  return /^fr\b/i.test(navigator.language) ? 'fr' : 'en'
}

/** Changes the language of this browser; the page starts anew with it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(key, language)
  location.reload()
}

/** Makes the messages of a language those that are said; they are loaded only where they are wanted. */
export async function loadLanguage(language: Language = chosenLanguage()): Promise<void> {
  catalog = language === 'fr' ? (await import('./french.json')).default : {}
  current = language
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** The language messages are said in now. */
export function currentLanguage(): Language {
  return current
}

/** A message in the reader's language; each `{}` takes the next value. */
export function say(english: string, ...values: readonly (string | number)[]): string {
  let next = 0
  return translated(english).replaceAll('{}', () => String(values[next++] ?? ''))
}

/** The same with elements in the places of `{}`. */
export function sayWith(english: string, ...values: readonly ComponentChildren[]) {
  return translated(english)
    .split('{}')
    .flatMap((part, at): ComponentChildren[] => (at === 0 ? [part] : [values[at - 1], part]))
}

/** The first message for one, the second for any other number, as the language counts. */
export function sayCounted(value: number, shown: string, one: string, many: string): string {
  const isOne = current === 'fr' ? Math.abs(value) < 2 : value === 1
  return say(isOne ? `{} ${one}` : `{} ${many}`, shown)
}

function translated(english: string): string {
  return catalog[english] ?? english
}
