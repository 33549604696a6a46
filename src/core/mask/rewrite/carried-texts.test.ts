import { describe, expect, test } from 'vitest'
import { carriedTexts, clearCarried } from './carried-texts.ts'

const lines = (count: number): string => 'a line that is written to a file\n'.repeat(count)
const edit = { path: 'src/app.ts', oldText: lines(10), newText: lines(20), edits: [{ to: 'x' }] }

describe('what a call carried', () => {
  test.each([
    { form: 'an object', input: edit, written: (value: unknown) => value },
    {
      form: 'JSON',
      input: JSON.stringify(edit),
      written: (value: unknown) => JSON.stringify(value),
    },
  ])('of $form leaves but for short strings, and is named once', ({ input, written }) => {
    expect(clearCarried(input, '⟦TAMIS: 32 lines: o⟧')).toEqual(
      written({ ...edit, oldText: '⟦TAMIS: 32 lines: o⟧', newText: '⟦TAMIS: …⟧' }),
    )
    expect(carriedTexts({ input }).lines).toBe(32)
  })

  test('counts only what leaves', () => {
    const input = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at, 'short'.repeat(30)]))
    expect(carriedTexts({ input })).toEqual({ lines: 0, chars: 0 })
    expect(carriedTexts({ input: edit }).chars).toBeLessThan(30 * 33)
  })

  test('that is no object stays', () => {
    expect(clearCarried('not JSON', 'x')).toBeUndefined()
    expect(carriedTexts({ input: 'not JSON' }).chars).toBe(0)
  })
})
