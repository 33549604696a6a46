import { prune } from '../../src/core/prune/prune.ts'
import type { PruneInput } from '../../src/core/prune/types.ts'
import { splitLines } from '../../src/core/text/lines.ts'
import { madeFile, madeLog } from './made-texts.ts'

const goal = 'why did the payment service refuse the connection to the database'
const words = ['payment', 'service', 'refuse', 'connection', 'database']
const context = { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false }

/** Prints time as a ratio to work that cannot be avoided, so that machines compare. */
export function benchSpeed(): void {
  console.log('\nspeed, a log of 50 characters a line, median of 9')
  console.log('      MB    lines   split+scan      prune    ratio   ns/char')
  for (let turn = 0; turn < 10; turn++) prune(inputOf(madeLog(20_000), 'logs'), context)
  for (const megabytes of [1, 5, 10, 20]) printLog(megabytes)
  const file = madeFile(400)
  const run = () => prune(inputOf(file, 'code'), context)
  for (let turn = 0; turn < 30; turn++) run()
  console.log(
    `\na file of 400 lines (${file.length} characters): p50 ${median(run, 101).toFixed(2)} ms`,
  )
}

function printLog(megabytes: number): void {
  const text = madeLog(megabytes * 20_000)
  const input = inputOf(text, 'logs')
  const [floor, ours] = medians(
    () => splitAndScan(text),
    () => prune(input, context),
  )
  const cells = [
    (text.length / 1e6).toFixed(1).padStart(8),
    String(megabytes * 20_000).padStart(9),
    `${floor.toFixed(1)} ms`.padStart(13),
    `${ours.toFixed(1)} ms`.padStart(11),
    (ours / floor).toFixed(2).padStart(9),
    ((ours * 1e6) / text.length).toFixed(1).padStart(10),
  ]
  console.log(cells.join(''))
}

/** Cut the text and mark the lines with a word of the goal: the least any line pruner must do. */
function splitAndScan(text: string): number {
  const lines = splitLines(text)
  const hits = new Uint8Array(lines.count)
  const pattern = new RegExp(words.join('|'), 'gi')
  let line = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    while ((lines.starts[line + 1] ?? 0) <= match.index) line += 1
    hits[line] = 1
  }
  return hits.length
}

function inputOf(text: string, sourceType: 'code' | 'logs'): PruneInput {
  return {
    text,
    goal,
    sourceType,
    maxPruneRatio: 0.9,
    minKeepLines: 1,
    annotateLines: false,
    includeMarkers: true,
  }
}

/** Both in turn, so that a busy moment of the machine hits both. */
function medians(first: () => unknown, second: () => unknown): readonly [number, number] {
  const times = Array.from({ length: 11 }, () => [timeOf(first), timeOf(second)] as const).slice(2)
  return [middle(times.map(([time]) => time)), middle(times.map(([, time]) => time))]
}

function median(run: () => unknown, turns: number): number {
  return middle(Array.from({ length: turns }, () => timeOf(run)))
}

function timeOf(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}
