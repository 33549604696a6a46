import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandList, commandListFile } from '../scripts/command-list.ts'
import { referencePages } from '../scripts/reference-pages.ts'

test.each([...referencePages()])('docs/reference/%s is what the code generates', (file, page) => {
  expect(readFileSync(`docs/reference/${file}`, 'utf8'), 'run `npm run reference`').toBe(page)
})

test('the list of `tamis --help` is what the commands say', () => {
  expect(readFileSync(commandListFile, 'utf8'), 'run `npm run reference`').toBe(commandList())
})
