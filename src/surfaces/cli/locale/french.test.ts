import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spokenMessages } from '../../../../test/support/spoken-messages.ts'
import type { Say } from '../../../core/text/say.ts'
import { Sentence } from '../../../phrase.ts'
import { commands } from '../commands.ts'
import { steps } from '../greeting.ts'
import { commandHelp, groupHelp, overview } from '../help.ts'
import french from './french.json' with { type: 'json' }

const inSources = spokenMessages(join(import.meta.dirname, '../../..'))

/** What the pages say when they are rendered, but for plain values: numbers, choices, signs. */
function onPages(): readonly string[] {
  const heard = new Set<string>()
  const listen: Say = (message) => {
    if (message instanceof Sentence) heard.add(message.forms.many)
    else heard.add(message)
    return String(message)
  }
  overview(commands, '', listen)
  groupHelp('memory', commands, listen)
  for (const command of commands) commandHelp(command, listen)
  for (const [, why] of steps) heard.add(why)
  return [...heard].filter((message) => message !== '' && !/^[\w-]+(?: \| [\w-]+)+$/.test(message))
}

const pages = onPages()

test('knows every message that the command line can show', () => {
  const said = [...new Set([...inSources, ...pages])]
  expect(said.filter((message) => !Object.hasOwn(french, message))).toEqual([])
})

test('knows no message that nothing says', () => {
  const said = new Set([...inSources, ...pages])
  expect(Object.keys(french).filter((message) => !said.has(message))).toEqual([])
})

test.each(Object.entries(french))('names in French all that %j names', (message, translation) => {
  const holes = (text: string): number => text.match(/\{\d*\}/g)?.length ?? 0
  expect(holes(translation)).toBe(holes(message))
})
