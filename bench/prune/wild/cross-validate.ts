import { type SignalName, signalNames } from '../../../src/core/prune/answers/signals.ts'
import { weights } from '../../../src/core/prune/answers/weights.generated.ts'
import { prune } from '../../../src/core/prune/prune.ts'
import { resolveCounted } from '../../../src/core/prune/request/resolve-request.ts'
import { splitLines } from '../../../src/core/text/lines.ts'
import { meanOf } from '../recall.ts'
import { type Measured, measure } from './measure.ts'
import type { WildCase } from './read-cases.ts'

const shares = [undefined, 0.05, 0.1, 0.2] as const
const context = { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false }

/** The cases of some programs, and what the others say each signal is worth. */
export interface Fold {
  readonly cases: readonly WildCase[]
  readonly weights: readonly number[]
}

/** Prunes every case with weights that have not seen its program, and prints what is found. */
export function crossValidate(folds: readonly Fold[]): void {
  const own = { ...weights }
  console.log('programs left out       n  default recall   kept ÷ wanted   recall at 5, 10, 20 %')
  const all = folds.map((fold, at) => {
    setWeights(
      Object.fromEntries(signalNames.map((name, index) => [name, fold.weights[index] ?? 0])),
    )
    const measured = fold.cases.map((one) => shares.map((share) => pruned(one, share)))
    printRow(`fold ${at + 1}`, measured)
    return measured
  })
  setWeights(own)
  printRow('all', all.flat())
}

function setWeights(values: Readonly<Record<string, number>>): void {
  const target: Record<SignalName, number> = weights
  Object.assign(target, values)
}

function pruned(one: WildCase, share: number | undefined): Measured {
  const request = resolveCounted(
    {
      ...{ text: one.text, goal: one.goal, timeoutMs: 60_000 },
      ...{ annotateLines: false, includeMarkers: true, explain: false, scoresLines: false },
      stripAnsi: false,
      ...(share === undefined ? {} : { keepRatio: share }),
    },
    0,
  )
  const { text, keptRanges, warnings } = prune(request, context)
  const flags = new Uint8Array(splitLines(one.text).count)
  for (const { start, end } of keptRanges) flags.fill(1, start - 1, end)
  return measure(one, { text, flags, warnings })
}

function printRow(name: string, measured: readonly (readonly Measured[])[]): void {
  const [first, ...named] = shares.map((_, at) =>
    meanOf(measured.map((row) => row[at]?.recall ?? Number.NaN)),
  )
  const sizes = measured.map(([one]) => one?.size ?? Number.NaN).sort((a, b) => a - b)
  const cells = [
    name.padEnd(18),
    String(measured.length).padStart(7),
    `${first?.mean.toFixed(3)} ± ${first?.error.toFixed(3)}`.padStart(16),
    `${sizes[sizes.length >> 1]?.toFixed(1)}, mean ${meanOf(sizes).mean.toFixed(1)}`.padStart(16),
    named.map(({ mean, error }) => `${mean.toFixed(3)} ± ${error.toFixed(3)}`).join('  '),
  ]
  console.log(cells.join(' '))
}
