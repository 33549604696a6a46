import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { maskId } from './result-facts.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  { hex: '0'.repeat(64), id: 'msk_000000000000000000' },
  { hex: `${'0'.repeat(11)}1${'0'.repeat(10)}ff`, id: 'msk_000000001000000255' },
  { hex: 'f'.repeat(24), id: 'msk_976710655976710655' },
])('names $hex as $id', ({ hex, id }) => {
  expect(maskId(hex)).toBe(id)
})

test('different contents get different names of the same form', () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => maskId(digest(String(at))))
  expect(new Set(ids).size).toBe(20_000)
  for (const id of ids) expect(id).toMatch(/^msk_\d{18}$/)
})
