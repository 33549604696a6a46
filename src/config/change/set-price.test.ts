import { expect, test } from 'vitest'
import { setPrice } from './set-price.ts'

const line = 'gpt-5 1 8 0.1'

test.each([
  { name: 'an empty file', text: '', after: '[proxy]\nprices = [\n  "gpt-5 1 8 0.1",\n]\n' },
  {
    name: 'a file without the section',
    text: '[server]\nport = 9000',
    after: '[server]\nport = 9000\n\n[proxy]\nprices = [\n  "gpt-5 1 8 0.1",\n]\n',
  },
  {
    name: 'a section with comments',
    text: '# mine\n[proxy] # here\n# repair = false\nrepair = true\n\n[store]\nmax_bytes = 1\n',
    after:
      '# mine\n[proxy] # here\nprices = [\n  "gpt-5 1 8 0.1",\n]\n# repair = false\nrepair = true\n\n[store]\nmax_bytes = 1\n',
  },
  {
    name: 'a list over several lines, with an older price of the model',
    text: '[proxy]\nprices = [\n  "gpt-5  9 9", # old\n  "my-* 1 2",\n]\nrepair = true\n',
    after: '[proxy]\nprices = [\n  "gpt-5 1 8 0.1",\n  "my-* 1 2",\n]\nrepair = true\n',
  },
])('sets a price in $name', ({ text, after }) => {
  expect(setPrice(text, 'tamis.toml', ` ${line.replace(' ', '   ')} `)).toBe(after)
})

test('refuses a file in which it would say something else', () => {
  expect(() => setPrice('proxy.prices = ["a 1 2"]\n', 'tamis.toml', line)).toThrow(
    /cannot be changed safely/,
  )
})
