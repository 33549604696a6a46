import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { shortId } from './short-id.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  { hex: '00000000000000000000ff', id: 'x_aaaaaaaaaaaaaaaa' },
  { hex: 'ffffffffffffffffffff00', id: 'x_7777777777777777' },
  // RFC 4648: "foobarfoob" is MZXW6YTB + OJTG633C in base32.
  { hex: '666f6f626172666f6f62', id: 'x_mzxw6ytbojtg633c' },
])('names $hex as $id', ({ hex, id }) => {
  expect(shortId('x_', hex)).toBe(id)
})

test('different contents get different names of the same form', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => shortId('prn_', digest(String(i))))
  expect(new Set(ids).size).toBe(2000)
  for (const id of ids) expect(id).toMatch(/^prn_[a-z2-7]{16}$/)
})
