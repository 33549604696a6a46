import { expect, test } from 'vitest'
import { foldListing } from './fold-listing.ts'

const rows = [
  'drwxr-xr-x  2 someone staff   4096 Oct 24  2024 .',
  'drwxr-xr-x  9 someone staff   4096 Nov 19 00:24 ..',
  '-rw-r--r--  1 someone staff    807 Oct 24  2024 .editorconfig',
  '-rwxr-xr-x  1 someone staff  12034 Oct 24  2024 configure',
  'drwxrwxrwx. 8 someone staff   4096 Oct 24  2024 a folder',
  'lrwxrwxrwx  1 someone staff      9 Oct 24  2024 latest -> build/1.2',
  '-rw-r--r--@ 1 someone staff   1.5K 2025-03-02 10:11 notes.md',
  '-rw-r--r--  1 someone staff      0 Oct 24  2024 empty',
]
const listing = `total 172\n${rows.join('\n')}`

test('rows of a long listing keep their names and sizes, and everything else of the text stays', () => {
  expect(foldListing(listing, 'ls -la')).toEqual({
    text: [
      'total 172',
      './',
      '../',
      '.editorconfig 807',
      'configure* 12034',
      'a folder/',
      'latest -> build/1.2',
      'notes.md 1.5K',
      'empty 0',
    ].join('\n'),
    rows: 8,
  })
})

test.each(['ls -lt', 'ls -la --sort=time', 'chmod +x run.sh && ls -l', 'ls -ld src', 'stat a b'])(
  '%j asks for the columns, so they stay',
  (command) => {
    expect(foldListing(listing, command)).toBeUndefined()
  },
)

test('a few rows are left alone, and so is what only looks like a listing', () => {
  expect(foldListing(rows.slice(0, 7).join('\n'), 'ls -l')).toBeUndefined()
  expect(foldListing('-rw is a right\n'.repeat(20), undefined)).toBeUndefined()
})

test('hostile rows cost no more than their length', () => {
  const row = `-rw-r--r-- 1 a b ${'1'.repeat(20_000)}${' '.repeat(20_000)}`
  expect(foldListing(`${row}\n`.repeat(20), undefined)).toBeUndefined()
})
