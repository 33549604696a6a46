import { describe, expect, test } from 'vitest'
import { shortWayBack, waysBack } from './way-back.ts'

const pathOf = (id: string): string => `~/.tamis/o/default/${id}.txt`
const file = { text: '…\n⟦TAMIS: whole text: ~/.tamis/o/default/prn_a.txt⟧', omissionId: 'prn_a' }
const command = { text: '…\n⟦TAMIS: whole text: tamis recover prn_b⟧', omissionId: 'prn_b' }
const defused = { text: 'a marker that is not ours', omissionId: 'msk_1' }

describe('the way back that a marker names', () => {
  test.each([
    { omissions: [], says: 'a file before anything was left out', way: pathOf('x') },
    { omissions: [file, command], says: 'a file where the first did', way: pathOf('x') },
    {
      omissions: [command, file],
      says: 'the command where the first did',
      way: 'tamis recover x',
    },
    {
      omissions: [defused, command],
      says: 'what the first that names an id says',
      way: 'tamis recover x',
    },
  ])('is $says', ({ omissions, way }) => {
    expect(waysBack(pathOf, omissions).wayBack('x')).toBe(way)
  })

  test('is never a file where none is written any more', () => {
    expect(waysBack(undefined, [file]).wayBack('x')).toBe('tamis recover x')
    expect(waysBack(undefined, [file]).pathOf).toBeUndefined()
  })
})

describe('the way back in short', () => {
  const inShort = (files: typeof pathOf | undefined, inSight: readonly (typeof file)[]) =>
    shortWayBack(waysBack(files, inSight).wayBack, inSight)('x')

  test.each([
    { files: pathOf, inSight: [], way: pathOf('x') },
    { files: pathOf, inSight: [defused], way: pathOf('x') },
    { files: pathOf, inSight: [file], way: '…/x.txt' },
    { files: undefined, inSight: [], way: 'tamis recover x' },
    { files: undefined, inSight: [command], way: 'x' },
    // Files are turned off: the folder is not the way any more.
    { files: undefined, inSight: [file], way: 'tamis recover x' },
  ])('is $way', ({ files, inSight, way }) => expect(inShort(files, inSight)).toBe(way))
})
