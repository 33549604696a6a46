import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { search } from '../../src/core/knowledge/search/search.ts'
import { openBase } from './base.ts'
import { miniSearch, plainFts5 } from './peers.ts'

const sizes = (process.env.TAMIS_BENCH_SIZES ?? '1000,10000,100000,200000').split(',').map(Number)
const queryCount = 40
/** MiniSearch keeps everything on the heap; above this it would crowd out the others. */
const miniSearchLimit = 50_000
const columns = [
  'chunks',
  'ingest s',
  'RSS half',
  'RSS end',
  'lexical',
  'hybrid',
  'FTS5',
  'MiniSearch',
  'lex/FTS5',
  'hyb/FTS5',
]

/** How ingest and search grow with made documents of one chunk each, in a file. */
export async function bench(): Promise<void> {
  console.log('median ms a search, MB of memory half way through an ingest and at its end')
  console.log(columns.map((name) => name.padStart(11)).join(''))
  for (const size of sizes) await measureSize(size)
}

async function measureSize(size: number): Promise<void> {
  const queries = Array.from({ length: queryCount }, (_, at) => madeQuery(at))
  let halfWay = 0
  const documents = {
    *[Symbol.iterator]() {
      for (let at = 0; at < size; at++) {
        if (at === size >> 1) halfWay = megabytes()
        yield madeDocument(at)
      }
    },
  }
  const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  const started = performance.now()
  const base = await openBase({ documents }, join(folder, 'knowledge.db'))
  const ingestSeconds = (performance.now() - started) / 1000
  const end = megabytes()
  const own = (mode: 'lexical' | 'hybrid') =>
    medianMs(queries, (query) => search(base, { query, mode, limit: 10, syntax: 'plain' }))
  const lexical = await own('lexical')
  const hybrid = await own('hybrid')
  const fts5 = plainFts5({ documents })
  const plain = await medianMs(queries, async (query) => fts5(query))
  const mini = size > miniSearchLimit ? undefined : miniSearch({ documents })
  const miniMs = mini && (await medianMs(queries, async (query) => mini(query)))
  const figures = [
    String(size),
    ingestSeconds.toFixed(1),
    halfWay.toFixed(0),
    end.toFixed(0),
    lexical.toFixed(2),
    hybrid.toFixed(2),
    plain.toFixed(2),
    miniMs?.toFixed(2) ?? '–',
    (lexical / plain).toFixed(2),
    (hybrid / plain).toFixed(2),
  ]
  console.log(figures.map((figure) => figure.padStart(11)).join(''))
  rmSync(folder, { recursive: true })
}

function megabytes(): number {
  return process.memoryUsage().rss / 1024 ** 2
}

async function medianMs(
  queries: readonly string[],
  run: (query: string) => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (const query of queries) {
    const started = performance.now()
    await run(query)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}

/** Words by Zipf's law, the same for every run: word `n` is about `n` times as rare as the first. */
function madeText(seed: number, words: number): string {
  let state = seed * 2654435761 + 1
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: words }, () => spell(Math.floor(20_000 ** next()))).join(' ')
}

/** A number as a word of its own. */
function spell(number: number): string {
  return number.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? digit)
}

function madeDocument(at: number) {
  return { id: `d${at}`, title: madeText(at + 1, 4), text: `${madeText(at + 500_000, 120)}.` }
}

function madeQuery(at: number): string {
  return madeText(at + 9_000_000, 9)
}
