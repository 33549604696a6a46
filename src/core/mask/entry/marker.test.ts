import { expect, test } from 'vitest'
import { echoMarker, markerChars } from './marker.ts'

const facts = {
  first: 4,
  last: 15,
  sourceFirst: 7,
  source: { label: 'read a.ts', callId: 'toolu_01A09q90qw90lq91781' },
  wayBack: '/o/msk_1.txt',
  isWayKnown: false,
}

test.each([
  [facts, '⟦TAMIS: lines 4-15 = 7-18 of read a.ts above (…91781); whole text: /o/msk_1.txt⟧'],
  [
    { ...facts, sourceFirst: 4, source: { label: 'read a.ts', callId: undefined } },
    '⟦TAMIS: lines 4-15 of read a.ts above; whole text: /o/msk_1.txt⟧',
  ],
  [
    { ...facts, wayBack: '…/msk_1.txt', isWayKnown: true },
    '⟦TAMIS: lines 4-15 = 7-18 of read a.ts above (…91781); …/msk_1.txt⟧',
  ],
  [{ ...facts, source: undefined, wayBack: undefined }, '⟦TAMIS: lines 4-15 = 7-18 of the same⟧'],
])('lines that stand above: %#', (given, marker) => {
  expect(echoMarker(given, 'en')).toBe(marker)
})

test.each([
  { text: '', chars: 0 },
  { text: 'a\n⟦TAMIS: b⟧\nc ⟦PRUNED: d⟧', chars: 21 },
  { text: 'an open ⟦TAMIS: marker', chars: 0 },
])('of $text $chars characters are markers', ({ text, chars }) => {
  expect(markerChars(text)).toBe(chars)
})
