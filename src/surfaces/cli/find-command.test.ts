import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { findCommand, readAlone } from './find-command.ts'

test.each(Object.keys(readAlone))('%s read alone is the one of the list', async (name) => {
  const found = await findCommand([name, '--json'])
  expect(found?.command).toBe(commands.find((command) => command.name === name))
  expect(found?.rest).toEqual(['--json'])
})

test('no longer name begins with one that is read alone', () => {
  const hidden = commands.filter(({ name }) => Object.hasOwn(readAlone, name.split(' ')[0] ?? ''))
  expect(hidden.map(({ name }) => name).toSorted()).toEqual(Object.keys(readAlone).toSorted())
})

test.each([
  [['memory', 'veille', 'search', 'x'], 'memory veille search', ['x']],
  [['ledger', 'list', '--json'], 'ledger list', ['--json']],
  [['ledger', '--json'], 'ledger', ['--json']],
])('%j is the command %s', async (words, name, rest) => {
  expect(await findCommand(words)).toMatchObject({ command: { name }, rest })
})

test.each([[['constructor']], [['nothing', 'here']], [[]]])('%j is no command', async (words) => {
  expect(await findCommand(words)).toBeUndefined()
})
