import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { omissionFiles } from './omission-files.ts'

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'tamis-omissions-'))
const id = (n: number): string => `msk_${String(n).padStart(18, '0')}`

describe('files of what was left out', () => {
  test('hold the text, read-only, in a folder for their owner alone', async () => {
    const folder = join(temporaryFolder(), 'o', 'default')
    const files = omissionFiles(folder, 1000)
    await files.write([{ id: id(1), text: 'é\nb' }])
    expect(readFileSync(files.pathOf(id(1)), 'utf8')).toBe('é\nb')
    expect(statSync(files.pathOf(id(1))).mode & 0o777).toBe(0o400)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('several writers of one text do not stand in each other’s way', async () => {
    const files = omissionFiles(join(temporaryFolder(), 'o'), 1000)
    const write = () => files.write([{ id: id(1), text: 'same' }])
    await Promise.all([write(), write(), write()])
    expect(readFileSync(files.pathOf(id(1)), 'utf8')).toBe('same')
  })

  test('one that is there stays as it is', async () => {
    const files = omissionFiles(join(temporaryFolder(), 'o'), 1000)
    await files.write([{ id: id(1), text: 'first' }])
    await files.write([{ id: id(1), text: 'second' }])
    expect(readFileSync(files.pathOf(id(1)), 'utf8')).toBe('first')
  })

  test.each(['../evil', 'msk_1/../../x', '', 'msk_.txt', '/etc/passwd'])(
    'no id leads elsewhere: %j',
    async (bad) => {
      const files = omissionFiles(join(temporaryFolder(), 'o'), 1000)
      await expect(files.write([{ id: bad, text: 'x' }])).rejects.toThrow('not an id')
    },
  )

  test('a planted link is not followed', async () => {
    const folder = join(temporaryFolder(), 'o')
    const victim = join(folder, 'victim')
    mkdirSync(folder)
    writeFileSync(victim, 'precious')
    symlinkSync(victim, join(folder, `.${id(1)}.${process.pid}.1`))
    const files = omissionFiles(folder, 1000)
    await expect(files.write([{ id: id(1), text: 'x' }])).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    expect(readFileSync(victim, 'utf8')).toBe('precious')
  })

  test('a sweep removes the oldest over the cap, and old ones that nobody keeps any more', async () => {
    const folder = join(temporaryFolder(), 'o')
    const files = omissionFiles(folder, 45)
    for (const n of [1, 2, 3, 4, 5]) {
      await files.write([{ id: id(n), text: 'x'.repeat(10) }])
      utimesSync(files.pathOf(id(n)), n, n)
    }
    const isKept = async (asked: string): Promise<boolean> => asked === id(2)
    expect(await files.sweep(3500, isKept)).toBe(2)
    expect(readdirSync(folder)).toEqual([2, 4, 5].map((n) => `${id(n)}.txt`))
    await files.clear()
    await files.write([{ id: id(9), text: 'again' }])
    expect(readdirSync(folder)).toEqual([`${id(9)}.txt`])
  })

  test('a sweep of a folder that is not there does nothing', async () => {
    expect(await omissionFiles(join(temporaryFolder(), 'o'), 0).sweep(1, async () => true)).toBe(0)
  })
})
