import { expect, test } from 'vitest'
import { distanceFromSource } from './document-role.ts'

test.each([
  { path: 'src/a.ts', bytes: 4000, distance: 0 },
  { path: 'src/a.test.ts', bytes: 4000, distance: 1 },
  { path: 'lib/all.js', bytes: 9_000_000, distance: 2 },
  { path: 'lib/lib.dom.d.ts', bytes: 2_000_000, distance: 0 },
])('$path of $bytes bytes is $distance from its source', ({ path, bytes, distance }) => {
  const record = { id: 'doc_1', kind: 'code', path, bytes } as const
  expect(distanceFromSource(record, new Set())).toBe(distance)
})
