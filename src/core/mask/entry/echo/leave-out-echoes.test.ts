import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { echoIndex } from './echo-index.ts'
import { hashLines } from './hashed-lines.ts'
import { type Echoed, leaveOutEchoes } from './leave-out-echoes.ts'

const numbered = (from: number, to: number, word = 'line'): string[] =>
  Array.from(
    { length: to - from + 1 },
    (_, at) => `${word} ${from + at} of a text that is long enough`,
  )

const mark = (run: { from: number; to: number; source: number; sourceFrom: number }): string =>
  `<${run.from + 1}-${run.to} = ${run.source}:${run.sourceFrom + 1}>`

function echoed(earlier: readonly string[][], now: readonly string[], contextLines = 0) {
  const index = echoIndex()
  for (const lines of earlier) index.add(hashLines(lines.join('\n')))
  const lines = hashLines(now.join('\n'))
  return leaveOutEchoes(lines, index.find(lines), { contextLines, mark })
}

describe('lines that can be seen already', () => {
  test('a text seen before becomes one marker', () => {
    const text = numbered(1, 50)
    expect(echoed([text], text)).toEqual({ text: '<1-50 = 0:1>', sources: [0] })
  })

  test('what is new stays, in its place', () => {
    const text = [...numbered(1, 10), 'new', ...numbered(11, 20)]
    expect(echoed([numbered(1, 20)], text)?.text).toBe('<1-10 = 0:1>\nnew\n<12-21 = 0:11>')
  })

  test('lines around what changed stay for whoever edits there', () => {
    const text = [...numbered(1, 10), 'new', ...numbered(11, 20)]
    expect(echoed([numbered(1, 20)], text, 3)?.text).toBe(
      ['<1-7 = 0:1>', ...numbered(8, 10), 'new', ...numbered(11, 13), '<15-21 = 0:14>'].join('\n'),
    )
  })

  test('three lines are no run, four are', () => {
    expect(echoed([numbered(1, 3)], ['a', ...numbered(1, 3), 'b'])).toBeUndefined()
    expect(echoed([numbered(1, 4)], ['a', ...numbered(1, 4), 'b'])?.text).toBe('a\n<2-5 = 0:1>\nb')
  })

  test('lines that differ only in their number do not match', () => {
    const shifted = (by: number): string[] =>
      numbered(1, 20).map((line, at) => `${at + by}: ${line}`)
    expect(echoed([shifted(1)], shifted(2))).toBeUndefined()
  })

  test('a run does not reach over two earlier texts', () => {
    const now = numbered(1, 8)
    expect(echoed([numbered(1, 4), numbered(5, 8)], now)?.text).toBe('<1-4 = 0:1>\n<5-8 = 1:1>')
  })

  test('a marker is never longer than what it stands for', () => {
    expect(echoed([['a', 'b', 'c', 'd']], ['a', 'b', 'c', 'd'])).toBeUndefined()
  })

  test('the longest of several places is named', () => {
    const now = numbered(1, 30)
    expect(echoed([now, numbered(1, 6)], now)?.text).toBe('<1-30 = 0:1>')
  })

  test('what is out of sight is not referred to', () => {
    const index = echoIndex()
    const lines = hashLines(numbered(1, 9).join('\n'))
    index.hide(index.add(lines))
    expect(index.find(lines)).toEqual([])
    expect(index.chars()).toBe(0)
  })
})

test('the text can always be put together again from what is referred to', () => {
  const line = fc.constantFrom('aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd', '', 'eeeeeeee')
  const text = fc.array(line, { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 4 }),
      text,
      fc.integer({ min: 0, max: 3 }),
      (before, now, context) => {
        const result = echoed(before, now, context)
        expect(result ? restored(result, before) : now.join('\n')).toBe(now.join('\n'))
      },
    ),
  )
})

function restored({ text }: Echoed, before: readonly string[][]): string {
  return text
    .split('\n')
    .map((line) => {
      const [, first, last, source, from] = /^<(\d+)-(\d+) = (\d+):(\d+)>$/.exec(line) ?? []
      if (first === undefined) return line
      const start = Number(from) - 1
      return before[Number(source)]
        ?.slice(start, start + Number(last) - Number(first) + 1)
        .join('\n')
    })
    .join('\n')
}
