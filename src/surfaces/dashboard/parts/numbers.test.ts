import { expect, test } from 'vitest'
import { bytes, compact, duration, money, percent } from './numbers.ts'

test.each([
  [compact(12_345), '12.3K'],
  [money(0), '$0'],
  [money(0.0123), '$0.012'],
  [money(0.5), '$0.500'],
  [money(0.0002), '<$0.001'],
  [money(1234.5), '$1,235'],
  [money(-2.5), '−$2.50'],
  [percent(0.424, 1), '42%'],
  [percent(1, 0), ''],
  [duration(4.4), '4 ms'],
  [duration(1234), '1.2 s'],
  [bytes(0), '0 B'],
  [bytes(1_572_864), '1.5 MiB'],
])('writes %s', (written, expected) => {
  expect(written).toBe(expected)
})
