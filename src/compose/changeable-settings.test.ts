import { expect, test } from 'vitest'
import { settings } from '../config/settings.ts'
import { effectOf } from './changeable-settings.ts'

const changeable = settings.filter(({ key }) => effectOf(key) !== 'never')

test('names no setting that does not exist', () => {
  expect(changeable.filter(({ key }) => effectOf(key) === 'next start')).toHaveLength(29)
})

test('lets nobody move the door, the keys, the addresses, the folders or what is run', () => {
  const kept =
    /host|port|token$|origins|url|endpoint|key|folder|roots|servers|rules|upstreams|targets|headers$|require|strict|offer|skills|backend|kind|omission_files$/
  expect(changeable.filter(({ key }) => kept.test(key)).map(({ key }) => key)).toEqual([])
  expect(changeable.filter(({ isSecret }) => isSecret)).toEqual([])
})

test.each([
  ['mask.mode', 'now'],
  ['rag.score_gate', 'next start'],
  ['server.host', 'never'],
  ['server.token', 'never'],
  ['mask.omission_files', 'never'],
  ['mask.mode.x', 'never'],
])('%s is changed %s', (key, effect) => {
  expect(effectOf(key)).toBe(effect)
})
