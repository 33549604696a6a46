import { shortenLines } from '../../src/core/prune/markers/shorten-lines.ts'
import { prune } from '../../src/core/prune/prune.ts'
import type { PruneInput } from '../../src/core/prune/types.ts'
import { splitLines } from '../../src/core/text/lines.ts'
import { madeFile, madeIds, madeJson, madeLog } from './made-texts.ts'

/** A goal, and its words as a scan would look for them. */
interface Wanted {
  readonly goal: string
  readonly words: readonly string[]
}

const plain: Wanted = {
  goal: 'why did the payment service refuse the connection to the database',
  words: ['payment', 'service', 'refuse', 'connection', 'database'],
}
const named: Wanted = {
  goal: 'why did the paymentService refuse the database_connection',
  words: ['paymentService', 'payment', 'service', 'refuse', 'database_connection', 'connection'],
}
const numbered: Wanted = {
  goal: 'what happened to job 4242 of the payment service',
  words: ['4242', 'payment', 'service'],
}
const context = { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false }

/** Prints time as a ratio to work that cannot be avoided, so that machines compare. */
export function benchSpeed(): void {
  console.log('\nspeed, a log of 50 characters a line, median of 9')
  console.log(`${''.padEnd(24)}      MB    lines   split+scan      prune    ratio   ns/char`)
  for (let turn = 0; turn < 10; turn++) prune(inputOf(madeLog(20_000), plain, 'logs'), context)
  for (const megabytes of [1, 5, 10, 20])
    printLog('service log', madeLog(megabytes * 20_000), plain)
  printLog('the goal has names', madeLog(200_000), named)
  printLog('the goal has a number', madeLog(200_000), numbered)
  printLog('nothing but unique ids', madeIds(200_000), plain)
  printJson(madeJson(19_000))
  const file = madeFile(400)
  const run = () => prune(inputOf(file, plain, 'code'), context)
  for (let turn = 0; turn < 30; turn++) run()
  console.log(
    `\na file of 400 lines (${file.length} characters): p50 ${median(run, 101).toFixed(2)} ms`,
  )
}

/** JSON on one line, pruned as its tree, beside parsing it. */
function printJson(text: string): void {
  const shortening = { pruneId: context.pruneId, longestLine: 2000, budgetChars: text.length / 100 }
  const goal = 'when was 5.4.5 published'
  const [parse, ours] = medians(
    () => JSON.parse(text),
    () => shortenLines({ text, goal, ...shortening }),
  )
  const found = shortenLines({ text, goal, ...shortening }).text.includes('"5.4.5":"20')
  console.log(
    `\nJSON of ${(text.length / 1e6).toFixed(1)} MB on one line, median of 9: JSON.parse ${parse.toFixed(1)} ms, prune to 1 % ${ours.toFixed(1)} ms, ratio ${(ours / parse).toFixed(2)}, answer ${found ? 'kept' : 'lost'}`,
  )
}

function printLog(name: string, text: string, wanted: Wanted): void {
  const input = inputOf(text, wanted, 'logs')
  const [floor, ours] = medians(
    () => splitAndScan(text, wanted.words),
    () => prune(input, context),
  )
  const cells = [
    name.padEnd(24),
    (text.length / 1e6).toFixed(1).padStart(8),
    String(splitLines(text).count).padStart(9),
    `${floor.toFixed(1)} ms`.padStart(13),
    `${ours.toFixed(1)} ms`.padStart(11),
    (ours / floor).toFixed(2).padStart(9),
    ((ours * 1e6) / text.length).toFixed(1).padStart(10),
  ]
  console.log(cells.join(''))
}

/** Cut the text and mark the lines with a word of the goal: the least any line pruner must do. */
function splitAndScan(text: string, words: readonly string[]): number {
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

function inputOf(text: string, { goal }: Wanted, sourceType: 'code' | 'logs'): PruneInput {
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
