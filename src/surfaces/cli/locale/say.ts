import type { Environment } from '../../../config/process-environment.ts'
import { english, type Say } from '../../../core/text/say.ts'
import { translator } from '../../../core/text/translator.ts'

/** The language the environment asks for, as the C library reads it: English, or French. */
export function localeOf({ LC_ALL, LC_MESSAGES, LANG }: Environment): 'en' | 'fr' {
  return /^fr(?:$|[_.@-])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'fr' : 'en'
}

/** Messages in that language. */
export async function sayFor(environment: Environment): Promise<Say> {
  if (localeOf(environment) === 'en') return english
  const { default: french } = await import('./french.json', { with: { type: 'json' } })
  return Object.assign(translator(french), { isOne: (number: number) => number < 2 })
}
