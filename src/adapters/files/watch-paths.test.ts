import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchPaths } from './watch-paths.ts'

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tamis-watch-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a watch that ends with the test; `changes` resolves with the next change. */
async function watched(folder: string, limit?: number) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  let next = Promise.withResolvers<void>()
  const listener = {
    onChange: () => next.resolve(),
    onBroken: (error: unknown) => next.reject(error),
  }
  await watchPaths({ paths: [folder] }, listener, stop.signal, limit)
  return async (write: () => void): Promise<void> => {
    next = Promise.withResolvers<void>()
    write()
    await next.promise
  }
}

test('tells of files in folders that came later', async () => {
  const folder = newFolder()
  const change = await watched(folder)
  await change(() => {
    mkdirSync(join(folder, 'inner'))
    writeFileSync(join(folder, 'inner', 'a.md'), 'one')
  })
  await change(() => writeFileSync(join(folder, 'inner', 'a.md'), 'one and two'))
  await change(() => rmSync(join(folder, 'inner'), { recursive: true }))
})

test('what is not read changes nothing: only the file that is read is told of', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, '.gitignore'), 'build\n')
  mkdirSync(join(folder, 'build'))
  let told = 0
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const first = Promise.withResolvers<void>()
  const onChange = (): void => {
    told += 1
    first.resolve()
  }
  await watchPaths({ paths: [folder] }, { onChange, onBroken: first.reject }, stop.signal)
  writeFileSync(join(folder, 'build', 'out.md'), 'built')
  writeFileSync(join(folder, 'tamis.db'), 'ours')
  writeFileSync(join(folder, 'note.md'), 'mine')
  await first.promise
  expect(told).toBe(1)
})

test('refuses more folders than the system should watch for us', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'inner'))
  await expect(watched(folder, 1)).rejects.toThrow('2 folders are more than the 1')
})
