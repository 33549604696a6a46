import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryLedger } from '../../src/adapters/in-memory/ledger.ts'
import { jsonlMemories } from '../../src/adapters/jsonl/memories.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { sqliteMemoryVectors } from '../../src/adapters/sqlite/memories.ts'
import { staticEmbedder } from '../../src/adapters/static-embedder/embedder.ts'
import { o200kTokenizer } from '../../src/adapters/tokenizer/tokenizer.ts'
import { createMemory, type Memory } from '../../src/core/memory/memory.ts'
import { madeLearnings, madeQueries } from './made-learnings.ts'

const sizes = [1000, 5000, 10_000, 50_000]
const runs = 40

/** `inject` over growing files: cold reads, parses and indexes them; warm is what a daemon answers in. */
export async function benchInject(): Promise<void> {
  console.log(`\ninject, ${runs} different tasks over made learnings of 25 words; milliseconds`)
  console.log(
    row('learnings', [
      'read + parse',
      'cold',
      'warm p50',
      'warm p95',
      'with vectors: cold',
      'p50',
      'p95',
    ]),
  )
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-memory-'))
    try {
      const lines = madeLearnings(size).map((learning) => JSON.stringify(learning))
      writeFileSync(join(folder, 'learnings.jsonl'), `${lines.join('\n')}\n`)
      const file = join(folder, 'learnings.jsonl')
      const parsed = timedParse(file)
      const words = await measure(() => openMemory(folder, false))
      await openMemory(folder, true).reindex()
      const both = await measure(() => openMemory(folder, true))
      console.log(row(size.toLocaleString('en'), [parsed, ...words, ...both]))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** What a script pays that reads the file for every task, before it ranks anything. */
function timedParse(file: string): string {
  const start = performance.now()
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const line of lines) if (line !== '') JSON.parse(line)
  return (performance.now() - start).toFixed(1)
}

async function measure(open: () => Memory): Promise<readonly string[]> {
  const memory = open()
  const [first = '', ...rest] = madeQueries(runs + 1)
  const cold = await timed(memory, first)
  const warm: number[] = []
  for (const query of rest) warm.push(await timed(memory, query))
  warm.sort((left, right) => left - right)
  const at = (share: number) => warm[Math.floor(warm.length * share)] ?? 0
  return [cold, at(0.5), at(0.95)].map((ms) => ms.toFixed(1))
}

async function timed(memory: Memory, queryText: string): Promise<number> {
  const start = performance.now()
  const story = { story: 'PD-1', domain: 'tooling', project: 'app' }
  await memory.inject({ ...story, queryText, floor: 0.05, source: 'bench' })
  return performance.now() - start
}

function openMemory(folder: string, hasVectors: boolean): Memory {
  return createMemory({
    files: jsonlMemories({ files: folder, watchNotes: folder, clarifications: folder }),
    vectors: sqliteMemoryVectors(join(folder, 'memory-index.db')),
    embedder: hasVectors ? staticEmbedder() : undefined,
    ledger: inMemoryLedger(),
    tokenizer: o200kTokenizer(digest),
    digest,
    now: Date.now,
    promoteOn: 'reuse',
  })
}

function row(name: string, cells: readonly string[]): string {
  return [name.padEnd(12), ...cells.map((cell) => cell.padStart(cell.length > 12 ? 20 : 12))].join(
    '',
  )
}
