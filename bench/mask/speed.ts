import { hashLines } from '../../src/core/mask/entry/echo/hashed-lines.ts'
import { leaveOutEchoes } from '../../src/core/mask/entry/echo/leave-out-echoes.ts'
import { visibleTextsOf } from '../../src/core/mask/entry/echo/visible-texts.ts'
import { prune } from '../../src/core/prune/prune.ts'
import { resolveCounted } from '../../src/core/prune/request/resolve-request.ts'
import { madeLog } from '../prune/made-texts.ts'

const resultChars = 10_000
const rounds = 200

/** What echo costs for one new result, warm and cold. Processor time, the median of many. */
export function printSpeed(): void {
  const warm = medianMs(rounds, echoWarm(100))
  const cold = [100, 400].map((results) => {
    const texts = madeTexts(results)
    return medianMs(9, () => void readAll(texts))
  })
  const [one = 1, four = 1] = cold
  console.log('echo, processor time')
  console.log(`a new result of 10 kB in a conversation of 1 MB  ${warm.toFixed(3)} ms`)
  console.log(`a conversation of 1 MB read for the first time   ${one.toFixed(1)} ms`)
  console.log(`one of 4 MB, of four times that                  ${(four / one / 4).toFixed(2)}`)
  for (const lines of [200, 2000, 20_000]) printPrune(madeLog(lines))
  console.log('')
}

const failureWords = 'error|fail|exception|panic|fatal|warning'

/** The output of a run as it is pruned on entry, beside cutting it into lines and looking for words of failure. */
function printPrune(text: string): void {
  const request = resolveCounted(
    {
      ...{ text, goal: '', exitCode: 1, locale: 'en', timeoutMs: 10_000 },
      ...{ annotateLines: false, includeMarkers: true },
      ...{ explain: false, scoresLines: false, stripAnsi: false },
    },
    0,
  )
  const context = { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false }
  const scan = cpuMs(() => scanned(text))
  const ours = cpuMs(() => prune(request, context))
  const size = `${(text.length / 1000).toFixed(0)} kB`.padStart(7)
  console.log(
    `a run of ${size} pruned on entry, of one scan    ${(ours / scan).toFixed(1)} (${ours.toFixed(2)} ms)`,
  )
}

/** Without what engines remember of a text they have searched before. */
function scanned(text: string): number {
  const lines = new Uint32Array(text.length)
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines[count++] = at
  const pattern = new RegExp(failureWords, 'gi')
  while (pattern.exec(text) !== null) count++
  return count
}

/** Processor time of one run, by batches long enough for its clock: the median, after a while of warming up. */
function cpuMs(run: () => unknown): number {
  for (let turn = 0; turn < 10; turn++) run()
  let runs = 1
  while (batchMs(run, runs) < shortestBatchMs) runs *= 2
  return medianOf(Array.from({ length: 9 }, () => batchMs(run, runs) / runs))
}

const shortestBatchMs = 10

function batchMs(run: () => unknown, runs: number): number {
  const before = process.cpuUsage()
  for (let turn = 0; turn < runs; turn++) run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Half of the new result stands in earlier ones. */
function echoWarm(results: number): () => void {
  const visible = readAll(madeTexts(results))
  const text = `${textOf(results + 1).slice(0, resultChars / 2)}\n${textOf(3).slice(0, resultChars / 2)}`
  return () => {
    const lines = hashLines(text)
    leaveOutEchoes(lines, visible.index.find(lines), { contextLines: 1, mark: () => '⟦…⟧' })
  }
}

function readAll(texts: ReturnType<typeof madeTexts>) {
  return visibleTextsOf(undefined)(texts, () => false)
}

function madeTexts(results: number) {
  return Array.from({ length: results }, (_, at) => ({ key: String(at), text: textOf(at) }))
}

function textOf(seed: number): string {
  let text = ''
  for (let line = 0; text.length < resultChars; line++)
    text += `line ${line} of text ${seed} says ${(line * 7919 + seed) % 1000}\n`
  return text
}

function medianMs(times: number, run: () => void): number {
  return medianOf(Array.from({ length: times }, () => batchMs(run, 1)))
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
