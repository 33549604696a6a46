import { expect, test } from 'vitest'
import { printedText } from './printed-text.ts'

const output = Array.from({ length: 50 }, (_, n) => `ok ${n} – "case"`).join('\n')
const report = [{ query: 'npm test', result: output, error: 'exited with code 1', success: false }]

test('what was printed is found in a report, and every byte around it stays', () => {
  const { text, around } = printedText(JSON.stringify(report))
  expect(text).toBe(output)
  expect(JSON.parse(around('short\nend'))).toEqual([{ ...report[0], result: 'short\nend' }])
  expect(around(output)).toBe(JSON.stringify(report))
})

test.each([
  ['plain text', output],
  ['JSON that is no report', JSON.stringify({ a: 'x'.repeat(50), b: 'y\n'.repeat(50) })],
  ['several reports', JSON.stringify([...report, ...report])],
  ['one line', JSON.stringify({ result: 'x'.repeat(500) })],
  ['half a report', JSON.stringify(report).slice(0, -4)],
  ['a string written in another way', JSON.stringify(report).replaceAll('–', '\\u2013')],
])('%s is taken as it is', (_, whole) => {
  expect(printedText(whole)).toMatchObject({ text: whole })
  expect(printedText(whole).around('short')).toBe('short')
})
