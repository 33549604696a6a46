import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { parseArguments } from './parse.ts'

const command: Command = {
  name: 'read',
  summary: 'Read',
  options: {
    'no-ignore': { type: 'boolean', description: 'Read all' },
    follow: { type: 'boolean', description: 'Follow (default)' },
  },
  examples: [],
  run: async () => 0,
}

test('an option that is named --no-ignore is set when it is given', () => {
  expect(parseArguments(command, ['--no-ignore', 'docs']).isSet('no-ignore')).toBe(true)
  expect(parseArguments(command, ['docs']).isSet('no-ignore')).toBe(false)
})

test('an option that is on by itself can be turned off', () => {
  const args = parseArguments(command, ['--no-follow'])
  expect([args.isSet('follow'), args.isNegated('follow')]).toEqual([false, true])
})
