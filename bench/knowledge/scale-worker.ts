import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { search } from '../../src/core/knowledge/search/search.ts'
import { addDocuments, openBase } from './base.ts'
import { madeDocuments, madeQueries } from './made-documents.ts'
import { miniSearch, plainFts5 } from './peers.ts'

/** Medians of one search, in milliseconds. */
export interface Cost {
  readonly processor: number
  readonly wall: number
}

/** One line of the table, as the process that measured it prints it. */
export interface OwnSize {
  readonly size: number
  readonly ingestSeconds: number
  /** Megabytes at the quarters of this stage of the ingest. */
  readonly memory: readonly number[]
  readonly lexical: Cost
  readonly hybrid: Cost
}

const [what = '', ...numbers] = process.argv.slice(2)
const sizes = numbers.map(Number)
const queries = madeQueries(40)

if (what === 'own') await measureOwn()
else if (what === 'fts5') await measurePeer(plainFts5)
else await measurePeer(miniSearch)

/** One base that grows from size to size, each document as the product ingests it. */
async function measureOwn(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  try {
    const base = await openBase({ documents: [] }, join(folder, 'knowledge.db'))
    let done = 0
    for (const size of sizes) {
      const started = process.cpuUsage()
      const memory: number[] = []
      for (let quarter = 1; quarter <= 4; quarter++) {
        const next = done + Math.round(((size - done) * quarter) / 4)
        await addDocuments(base, madeDocuments(done, next))
        done = next
        memory.push(Math.round(process.memoryUsage().rss / 1024 ** 2))
      }
      const ingestSeconds = processorMs(started) / 1000
      const cost = (mode: 'lexical' | 'hybrid') =>
        measure((query) => search(base, { query, mode, limit: 10, syntax: 'plain' }))
      const own = { lexical: await cost('lexical'), hybrid: await cost('hybrid') }
      print({ size, ingestSeconds, memory, ...own } satisfies OwnSize)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measurePeer(open: typeof plainFts5): Promise<void> {
  const [size = 0] = sizes
  const peer = open({ documents: madeDocuments(0, size) })
  print(await measure(async (query) => peer(query)))
}

async function measure(run: (query: string) => Promise<unknown>): Promise<Cost> {
  // The first search loads what stays in memory.
  await run(queries[0] ?? '')
  const costs: Cost[] = []
  for (const query of queries) {
    const [processor, wall] = [process.cpuUsage(), performance.now()]
    await run(query)
    costs.push({ processor: processorMs(processor), wall: performance.now() - wall })
  }
  const median = (of: (cost: Cost) => number): number =>
    costs.map(of).sort((a, b) => a - b)[costs.length >> 1] ?? 0
  return { processor: median((cost) => cost.processor), wall: median((cost) => cost.wall) }
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function print(line: object): void {
  console.log(JSON.stringify(line))
}
