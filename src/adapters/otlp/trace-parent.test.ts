import { expect, test } from 'vitest'
import { readTraceParent, writeTraceParent } from './tracer.ts'

const trace = 'a'.repeat(32)
const span = 'b'.repeat(16)

test.each([
  [`00-${trace}-${span}-01`, true],
  [`00-${trace}-${span}-00`, false],
  [`00-${trace}-${span}-03`, true],
  [`cc-${trace}-${span}-01-what-comes-later`, true],
])('reads %s, sampled: %s', (header, isSampled) => {
  expect(readTraceParent(header)).toEqual({ traceId: trace, spanId: span, isSampled })
})

test.each([
  undefined,
  '',
  `ff-${trace}-${span}-01`,
  `00-${trace}-${span}-01-more`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${trace}-${span}`,
])('begins a trace of its own for %s', (header) => {
  expect(readTraceParent(header)).toBeUndefined()
})

test('writes what it reads', () => {
  const header = `00-${trace}-${span}-01`
  const parent = readTraceParent(header)
  expect(parent && writeTraceParent(parent)).toBe(header)
})
