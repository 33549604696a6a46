import { expect, test } from 'vitest'
import { hookSessions } from './hook-sessions.ts'

test('what was heard of longest ago is forgotten first', () => {
  const sessions = hookSessions()
  sessions.setGoal('first', 'a goal')
  for (let n = 0; n < 499; n++) sessions.setGoal(`s${n}`, 'x')
  expect(sessions.goalOf('first')).toBe('a goal')
  sessions.setGoal('one more', 'x')
  expect(sessions.goalOf('first')).toBe('')
})

test('goals and what was shortened do not grow without end', () => {
  const sessions = hookSessions()
  sessions.setGoal('s', 'x'.repeat(1_000_000))
  expect(sessions.goalOf('s')).toHaveLength(4000)
  for (let n = 0; n <= 500; n++) sessions.setShortened('s', `r${n}`)
  expect(sessions.wasShortened('s', 'r0')).toBe(false)
  expect(sessions.wasShortened('s', 'r500')).toBe(true)
  expect(sessions.wasShortened('another', 'r500')).toBe(false)
})
