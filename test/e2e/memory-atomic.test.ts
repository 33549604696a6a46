import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { jsonlMemories } from '../../src/adapters/jsonl/memories.ts'
import { acquireLock } from '../../src/adapters/sqlite/lock.ts'

const wantedWrites = 1000
const newFolder = () => mkdtempSync(join(tmpdir(), 'tamis-memory-'))

function start(script: string, ...parameters: string[]): ChildProcess {
  const path = join(import.meta.dirname, 'memory', script)
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** Runs a writer until it has acknowledged `writes` writes and a moment more, then kills it with -9. */
async function writeAndKill(folder: string, name: string, writes: number): Promise<string[]> {
  const writer = start('writer.ts', folder, name)
  const acknowledged: string[] = []
  if (writer.stdout === null) throw new Error('the writer has no output')
  const exit = once(writer, 'exit')
  const lines = createInterface({ input: writer.stdout })
  lines.on('line', (line) => {
    acknowledged.push(line)
    // The delay lands the signal anywhere inside the writes that follow.
    if (acknowledged.length === writes) setTimeout(() => writer.kill('SIGKILL'), Math.random() * 20)
  })
  await Promise.all([exit, once(lines, 'close')])
  return acknowledged
}

test('TC-PLAN-02 INV-plan-06 nothing acknowledged is lost or torn when writers are killed at random', async () => {
  const folder = newFolder()
  const reader = start('reader.ts', folder)
  const report: string[] = []
  if (reader.stdout === null) throw new Error('the reader has no output')
  const readerLines = createInterface({ input: reader.stdout })
  readerLines.on('line', (line) => report.push(line))
  const readerEnd = once(readerLines, 'close')

  const acknowledged: string[] = []
  let kills = 0
  async function keepWriting(name: string): Promise<void> {
    while (acknowledged.length < wantedWrites) {
      kills += 1
      const writes = 5 + Math.floor(Math.random() * 70)
      acknowledged.push(...(await writeAndKill(folder, `${name}${kills}`, writes)))
    }
  }
  await Promise.all([keepWriting('first'), keepWriting('second')])
  reader.stdin?.end()
  await readerEnd

  const lock = acquireLock(join(folder, 'learnings.jsonl.lock'))
  expect(lock, 'no lock outlives its holder').toBeDefined()
  lock?.release()
  const files = jsonlMemories({ files: folder, watchNotes: folder, clarifications: folder })
  const { lines } = await files.read('learnings.jsonl')
  const stored = new Set(
    lines.map((line) => (line.kind === 'record' ? idOf(line.value) : 'corrupt')),
  )
  const missing = acknowledged.filter((id) => id !== 'rewritten' && !stored.has(id))
  expect(missing).toEqual([])
  expect(stored.has('corrupt')).toBe(false)
  expect(stored.size, 'no record is there twice').toBe(lines.length)
  expect(report.slice(0, -1), 'the reader saw no fault').toEqual([])
  expect(Number(report.at(-1)?.split(' ')[1])).toBeGreaterThan(10)
  expect(kills).toBeGreaterThan(10)
  expect(readdirSync(folder)).toContain('learnings.jsonl')
}, 120_000)

function idOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : ''
}
