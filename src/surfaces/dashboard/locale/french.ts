import refusals from '../../cli/locale/french.json' with { type: 'json' }
import messages from './french.json' with { type: 'json' }
import words from './french-words.json' with { type: 'json' }
import { heardIn } from './heard.ts'
import type { Language } from './language.ts'

const own = new Map<string, string>(Object.entries(messages))
const ofDaemon = heardIn({ ...refusals, ...words })
const mostKept = 2000
const kept = new Map<string, string>()

/** French: the page's own messages, and what the daemon says in the words of the command line. */
export const french: Language = {
  tag: 'fr',
  translate: (message) => own.get(message) ?? message,
  hear(text) {
    const known = kept.get(text)
    if (known !== undefined) return known
    const said = ofDaemon(text)
    // Rows repeat the same few words; looking one up walks a long list.
    if (kept.size < mostKept) kept.set(text, said)
    return said
  },
}
