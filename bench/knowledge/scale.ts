import { search } from '../../src/core/knowledge/search/search.ts'
import { openBase } from './base.ts'
import { miniSearch, plainFts5 } from './peers.ts'

const sizes = [1000, 10_000, 50_000, 100_000, 200_000]
const queryCount = 40
/** MiniSearch keeps everything on the heap; above this it would crowd out the others. */
const miniSearchLimit = 50_000

/** How ingest and search grow with made documents of one chunk each. */
export async function bench(): Promise<void> {
  console.log('median ms a search; ratios are to the same column of plain FTS5')
  console.log(
    [
      'chunks',
      'ingest s',
      'RSS MB',
      'lexical',
      'hybrid',
      'FTS5',
      'MiniSearch',
      'lex/FTS5',
      'hyb/FTS5',
    ]
      .map((name) => name.padStart(11))
      .join(''),
  )
  for (const size of sizes) await measureSize(size)
}

async function measureSize(size: number): Promise<void> {
  const documents = Array.from({ length: size }, (_, at) => madeDocument(at))
  const queries = Array.from({ length: queryCount }, (_, at) => madeQuery(at))
  const started = performance.now()
  const base = await openBase({ documents })
  const ingestSeconds = (performance.now() - started) / 1000
  const rss = process.memoryUsage().rss / 1024 ** 2
  const own = (mode: 'lexical' | 'hybrid') =>
    medianMs(queries, (query) => search(base, { query, mode, limit: 10, syntax: 'plain' }))
  const lexical = await own('lexical')
  const hybrid = await own('hybrid')
  const fts5 = plainFts5({ documents })
  const plain = await medianMs(queries, async (query) => fts5(query))
  const mini = size > miniSearchLimit ? undefined : miniSearch({ documents })
  const miniMs = mini && (await medianMs(queries, async (query) => mini(query)))
  const cells = [
    String(size),
    ingestSeconds.toFixed(1),
    rss.toFixed(0),
    lexical.toFixed(2),
    hybrid.toFixed(2),
    plain.toFixed(2),
    miniMs?.toFixed(2) ?? '–',
    (lexical / plain).toFixed(2),
    (hybrid / plain).toFixed(2),
  ]
  console.log(cells.map((cell) => cell.padStart(11)).join(''))
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
  return Array.from({ length: words }, () => `w${Math.floor(20_000 ** next())}x`).join(' ')
}

function madeDocument(at: number) {
  return { id: `d${at}`, title: madeText(at + 1, 4), text: `${madeText(at + 500_000, 120)}.` }
}

function madeQuery(at: number): string {
  return madeText(at + 9_000_000, 9)
}
