import { expect, test } from 'vitest'
import { openaiChat } from '../../wire/openai-chat.ts'
import { titleOf } from './conversation-title.ts'

const user = (...texts: readonly string[]) => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})

test.each([
  {
    what: 'the words behind what a client adds',
    list: [{ role: 'system', content: 'Be brief.' }, user('<system-reminder>…', 'Fix the\nbuild.')],
    title: 'Fix the',
  },
  {
    what: 'the words of a later message',
    list: [user('# AGENTS.md instructions'), user('<environment>'), user('  Why is CI red?')],
    title: 'Why is CI red?',
  },
  { what: 'nothing where nobody spoke', list: [{ role: 'system', content: 'x' }], title: '' },
  { what: 'at most a line', list: [user('a'.repeat(500))], title: `${'a'.repeat(119)}…` },
])('a conversation is called by $what', ({ list, title }) => {
  expect(titleOf(openaiChat, list)).toBe(title)
})
