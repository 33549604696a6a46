import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'tamis-folder-'))

test('makes every folder that is missing, for its owner alone', () => {
  makeFolder(join(root, 'a/b c/é'))
  makeFolder(join(root, 'a/b c/é'))
  expect(statSync(join(root, 'a/b c')).mode & 0o777).toBe(0o700)
  expect(existsSync(join(root, 'a/b c/é'))).toBe(true)
})

test('says which folder cannot be made, below a file or where none may be', () => {
  writeFileSync(join(root, 'file'), '')
  for (const folder of [join(root, 'file'), join(root, 'file/x/y')])
    expect(() => makeFolder(folder)).toThrow(`Cannot make the folder ${folder}`)
})

// Node's own `recursive` never comes back from this one.
test.runIf(existsSync('/proc/self'))('comes back from /proc, which takes no folder', () => {
  expect(() => makeFolder('/proc/tamis/home')).toThrow('Cannot make the folder /proc/tamis/home')
})
