import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inMemoryLedger } from '../../../src/adapters/in-memory/ledger.ts'
import { jsonlMemories } from '../../../src/adapters/jsonl/memories.ts'
import { digest } from '../../../src/adapters/node/digest.ts'
import { sqliteMemoryVectors } from '../../../src/adapters/sqlite/memories.ts'
import { o200kTokenizer } from '../../../src/adapters/tokenizer/tokenizer.ts'
import type { MemoryDeps } from '../../../src/core/memory/deps.ts'
import { createMemory, type Memory } from '../../../src/core/memory/memory.ts'
import type { MemoryFileName } from '../../../src/ports/store/memories.ts'

export interface OpenedMemory {
  readonly folder: string
  readonly deps: MemoryDeps
  readonly memory: Memory
  /** Opens the same folder anew, as another process would. */
  reopen(changes?: Partial<MemoryDeps>): Memory
  write(path: string, text: string): void
  writeRecords(file: MemoryFileName, records: readonly object[]): void
  lines(file: MemoryFileName): readonly Readonly<Record<string, unknown>>[]
}

/** Memory over a folder of its own, with a clock that stands still at `now`. */
export function openMemory(changes: Partial<MemoryDeps> = {}): OpenedMemory {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-memory-'))
  const deps: MemoryDeps = {
    files: jsonlMemories({
      files: folder,
      watchNotes: join(folder, 'veille'),
      clarifications: join(folder, 'clarifications'),
    }),
    vectors: sqliteMemoryVectors(join(folder, 'memory-index.db')),
    embedder: undefined,
    ledger: inMemoryLedger(),
    tokenizer: o200kTokenizer(digest),
    digest,
    now: () => now,
    promoteOn: 'reuse',
    ...changes,
  }
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return {
    folder,
    deps,
    memory: createMemory(deps),
    reopen: (more = {}) => createMemory({ ...deps, ...more }),
    write,
    writeRecords: (file, records) =>
      write(file, records.map((record) => `${JSON.stringify(record)}\n`).join('')),
    lines: (file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  }
}

export const now = Date.UTC(2026, 5, 30, 12)

export const daysAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString()

/** A valid line of `learnings.jsonl`. */
export function lesson(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    story: 'PD-100',
    gate: 5,
    tags: ['node'],
    text: 'Close the pool before the process exits',
    scope: 'story',
    date: '2026-06-01',
    date_created: '2026-06-01T00:00:00.000Z',
    ...fields,
  }
}

/** A valid watch note as Markdown. */
export function note(fields: Readonly<Record<string, string>>, summary: string): string {
  const header = {
    title: 'A note',
    date: '2026-05-01',
    verdict_veille: 'signal',
    impact_pv: 'fort',
    ...fields,
  }
  const lines = Object.entries(header).map(([key, value]) => `${key}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n## Résumé\n\n${summary}\n`
}

export const ask = {
  story: 'PD-301',
  domain: 'tooling',
  project: 'app',
  queryText: 'close the pool',
  floor: 0.05,
  source: 'test',
} as const
