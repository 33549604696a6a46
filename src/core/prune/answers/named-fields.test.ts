import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { readText } from './read-text.ts'
import { namedFields } from './signals.ts'

test('a field with a value of its own each time holds names, one with few values does not', () => {
  const rows = ['a', 'b', 'c', 'd'].flatMap((name) => [`  id: get${name}`, '  limit: 100'])
  const text = readText(splitLines(rows.join('\n')), readGoal('x'), {}, () => false)
  expect(text && [...namedFields(text)]).toEqual([4, 0, 4, 0, 4, 0, 4, 0])
})
