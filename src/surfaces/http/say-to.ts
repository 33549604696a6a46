import { english, type Say } from '../../core/text/say.ts'

/** A language besides English, by its tag, and how things are said in it. */
export interface OtherLanguage {
  readonly tag: string
  readonly say: Say
}

/** How a caller is told things, by the language it asks for. */
export type SayTo = (acceptLanguage: string | undefined) => Say

/** English, unless a caller asks for the language that this daemon speaks besides: its page does. */
export function sayTo(own: OtherLanguage | undefined): SayTo {
  return (acceptLanguage) =>
    own !== undefined && first(acceptLanguage) === own.tag ? own.say : english
}

/** `fr` of `fr-CH, fr;q=0.9`. */
function first(acceptLanguage = ''): string {
  return /^[a-z]+/.exec(acceptLanguage.trim().toLowerCase())?.[0] ?? ''
}
