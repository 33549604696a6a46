import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Cost, OwnSize } from './scale-worker.ts'

const sizes = (process.env.TAMIS_BENCH_SIZES ?? '1000,10000,100000,200000').split(',').map(Number)
/** MiniSearch keeps everything on the heap; above this it takes more memory than most machines have. */
const miniSearchLimit = 100_000
const worker = join(import.meta.dirname, 'scale-worker.ts')
const columns = [
  'chunks',
  'ingest s',
  'MB at quarters',
  'lexical',
  'hybrid',
  'FTS5',
  'MiniSearch',
  'lex/FTS5',
  'hyb/FTS5',
  'lex/Mini',
]

/** How ingest and search grow with made documents of one chunk each, in a file; every row of a peer in a process of its own. */
export async function bench(): Promise<void> {
  console.log('Medians of 40 searches, processor ms (wall ms). Ingest in processor seconds of that')
  console.log('stage: one base grows from size to size. Ratios are of processor time.')
  console.log(columns.map(cell).join(''))
  // Peers first: nothing else of ours runs beside them.
  const peers = new Map<number, Peers>()
  for (const size of sizes)
    peers.set(size, {
      fts5: await peer('fts5', size),
      mini: size > miniSearchLimit ? undefined : await peer('minisearch', size),
    })
  for await (const line of linesOf(['own', ...sizes.map(String)])) {
    const own: OwnSize = JSON.parse(line)
    const beside = peers.get(own.size)
    if (beside) showSize(own, beside)
  }
}

interface Peers {
  readonly fts5: Cost
  readonly mini: Cost | undefined
}

function showSize(
  { size, ingestSeconds, memory, lexical, hybrid }: OwnSize,
  { fts5, mini }: Peers,
): void {
  const ratio = (own: Cost, other: Cost | undefined): string =>
    other === undefined ? '–' : (own.processor / other.processor).toFixed(2)
  const figures = [
    String(size),
    ingestSeconds.toFixed(1),
    memory.join(' '),
    show(lexical),
    show(hybrid),
    show(fts5),
    mini === undefined ? '–' : show(mini),
    ratio(lexical, fts5),
    ratio(hybrid, fts5),
    ratio(lexical, mini),
  ]
  console.log(figures.map(cell).join(''))
}

async function peer(name: string, size: number): Promise<Cost> {
  for await (const line of linesOf([name, String(size)])) return JSON.parse(line)
  throw new Error(`${name} gave no figure for ${size} documents`)
}

async function* linesOf(words: readonly string[]): AsyncGenerator<string> {
  const child = spawn(process.execPath, ['--max-old-space-size=6000', worker, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  yield* createInterface({ input: child.stdout })
  const [code] = await ended
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
}

function show({ processor, wall }: Cost): string {
  return `${processor.toFixed(1)} (${wall.toFixed(1)})`
}

function cell(value: string, at: number): string {
  return value.padStart(at === 2 ? 18 : at > 2 && at < 7 ? 16 : 10)
}
