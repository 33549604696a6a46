import { expect, test } from 'vitest'
import { setSetting } from './set-setting.ts'

const mode = ['mask', 'mode'] as const

test.each([
  { text: '', value: 'thrifty', after: '[mask]\nmode = "thrifty"\n' },
  {
    text: '# mine\n[mask] # how\nwindow_turns = 4\n\n[proxy]\n',
    value: 'thrifty',
    after: '# mine\n[mask] # how\nmode = "thrifty"\nwindow_turns = 4\n\n[proxy]\n',
  },
  {
    text: '[mask]\nmode = "careful" # for now\nwindow_turns = 4\n',
    value: 'balanced',
    after: '[mask]\nmode = "balanced"\nwindow_turns = 4\n',
  },
  { text: '[mask]\nmode = "careful"\n', value: undefined, after: '[mask]\n' },
  { text: '[proxy]\n', value: undefined, after: '[proxy]\n' },
])('$value in $text', ({ text, value, after }) => {
  expect(setSetting(text, 'tamis.toml', mode, value)).toBe(after)
})

test('a list over several lines is replaced whole', () => {
  const text = '[mask]\nprotected_tools = [\n  "a",\n  "[b]",\n]\nmode = "careful"\n'
  expect(setSetting(text, 'tamis.toml', ['mask', 'protected_tools'], ['x'])).toBe(
    '[mask]\nprotected_tools = [\n  "x",\n]\nmode = "careful"\n',
  )
})

test.each(['mask = { mode = "careful" }\n', 'mask.mode = "careful"\n'])(
  '%j is refused rather than spoilt',
  (text) => {
    expect(() => setSetting(text, 'tamis.toml', mode, 'thrifty')).toThrow(
      'cannot be changed safely',
    )
  },
)
