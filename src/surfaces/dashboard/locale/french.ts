import messages from './french.json' with { type: 'json' }
import words from './french-words.json' with { type: 'json' }
import type { Language } from './language.ts'

const own = new Map<string, string>(Object.entries(messages))
const ofDaemon = new Map<string, string>(Object.entries(words))

/** French: the page's own messages, and the words of the daemon's fixed lists. */
export const french: Language = {
  tag: 'fr',
  translate: (message) => own.get(message) ?? message,
  hear: (text) => ofDaemon.get(text) ?? text,
}
