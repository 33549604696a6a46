import { expect, test } from 'vitest'
import { filterOf, modeOf, narrowingOf } from './narrowing.ts'

test.each([
  { address: '', filter: {}, mode: 'hybrid' },
  {
    address: 'source=handbook&kind=code&trust=high&path=src/*.ts&mode=lexical',
    filter: { sources: ['handbook'], kind: 'code', trust: ['high'], path: 'src/*.ts' },
    mode: 'lexical',
  },
  { address: 'path=retries', filter: { path: '*retries*' }, mode: 'hybrid' },
  { address: 'kind=novel&trust=blind&mode=odd', filter: {}, mode: 'hybrid' },
])('reads $filter from "$address"', ({ address, filter, mode }) => {
  const narrowing = narrowingOf(new URLSearchParams(address))
  expect(filterOf(narrowing)).toEqual(filter)
  expect(modeOf(narrowing)).toBe(mode)
})
