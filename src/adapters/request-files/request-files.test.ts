import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Log } from '../../ports/log.ts'
import { requestFiles } from './request-files.ts'

const newFolder = (): string => join(mkdtempSync(join(tmpdir(), 'tamis-requests-')), 'requests')

function quietLog() {
  const said: string[] = []
  const say = (event: string): void => void said.push(event)
  const log: Log = { info: say, warn: say, error: say }
  return { log, said }
}

async function readAll(folder: string, log: Log): Promise<string[]> {
  const texts: string[] = []
  for await (const text of requestFiles(folder, 10, log).read()) texts.push(text)
  return texts
}

test('what was kept is read by the next process, the oldest first, and the oldest leave', async () => {
  const folder = newFolder()
  const { log, said } = quietLog()
  const files = requestFiles(folder, 3, log)
  for (const n of [1, 2, 3, 4, 5]) files.keep(`req_${n}`, `request ${n} é`)
  await files.settled()
  expect(await readAll(folder, log)).toEqual(['request 3 é', 'request 4 é', 'request 5 é'])
  expect(said).toEqual([])
})

test('files and folder are their owner’s alone', async () => {
  const folder = newFolder()
  const files = requestFiles(folder, 3, quietLog().log)
  files.keep('req_1', 'x')
  await files.settled()
  const [name = ''] = readdirSync(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('a damaged file is named and passed over, and no id leads elsewhere', async () => {
  const folder = newFolder()
  const { log, said } = quietLog()
  const files = requestFiles(folder, 5, log)
  files.keep('../../evil', 'x')
  files.keep('req_1', 'good')
  await files.settled()
  writeFileSync(join(folder, '000000000000001-req_0.json.gz'), 'no gzip')
  expect(await readAll(folder, log)).toEqual(['good'])
  expect(said).toEqual(['request-file-unreadable'])
  expect(readdirSync(join(folder, '..'))).toEqual(['requests'])
})
