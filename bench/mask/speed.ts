import { hashLines } from '../../src/core/mask/entry/hashed-lines.ts'
import { leaveOutEchoes } from '../../src/core/mask/entry/leave-out-echoes.ts'
import { visibleTextsOf } from '../../src/core/mask/entry/visible-texts.ts'

const resultChars = 10_000
const rounds = 200

/** What echo costs for one new result, warm and cold. Processor time, the median of many. */
export function printSpeed(): void {
  const warm = medianMs(rounds, echoWarm(100))
  const cold = [100, 400].map((results) => medianMs(9, () => void readAll(results)))
  const [one = 1, four = 1] = cold
  console.log('echo, processor time')
  console.log(`a new result of 10 kB in a conversation of 1 MB  ${warm.toFixed(3)} ms`)
  console.log(`a conversation of 1 MB read for the first time   ${one.toFixed(1)} ms`)
  console.log(`one of 4 MB, of four times that                  ${(four / one / 4).toFixed(2)}\n`)
}

/** Half of the new result stands in earlier ones. */
function echoWarm(results: number): () => void {
  const visible = readAll(results)
  const text = `${textOf(results + 1).slice(0, resultChars / 2)}\n${textOf(3).slice(0, resultChars / 2)}`
  return () => {
    const lines = hashLines(text)
    leaveOutEchoes(lines, visible.index.find(lines), { contextLines: 2, mark: () => '⟦…⟧' })
  }
}

function readAll(results: number) {
  const texts = Array.from({ length: results }, (_, at) => ({ key: String(at), text: textOf(at) }))
  return visibleTextsOf(undefined)(texts, () => false)
}

function textOf(seed: number): string {
  let text = ''
  for (let line = 0; text.length < resultChars; line++)
    text += `line ${line} of text ${seed} says ${(line * 7919 + seed) % 1000}\n`
  return text
}

function medianMs(times: number, run: () => void): number {
  const spent = Array.from({ length: times }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }).toSorted((a, b) => a - b)
  return spent[Math.floor(times / 2)] ?? 0
}
