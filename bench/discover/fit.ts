import { writeFileSync } from 'node:fs'
import { staticEmbedder } from '../../src/adapters/static-embedder/embedder.ts'
import { type Curve, chanceFrom } from '../../src/core/discover/rank/chance.ts'
import {
  weights as current,
  curves as currentCurves,
} from '../../src/core/discover/rank/curves.generated.ts'
import { type SignalName, signals } from '../../src/core/discover/rank/signals.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { openEncoder } from '../encoder.ts'
import { askCatalog, askSet, sampled } from './ask-sets.ts'
import { calibrationOf, type Scored } from './calibration.ts'
import { type Answered, fitCurve } from './fit-curve.ts'
import { type Case, fitWeights, qualityOf } from './fit-weights.ts'
import { allSets, type DiscoverSet, hasData, readSet } from './sets.ts'
import { showCalibration } from './show-calibration.ts'

const target = new URL('../../src/core/discover/rank/curves.generated.ts', import.meta.url)
const mostQueries = 150
const pastSizes = [100, 1000, Number.POSITIVE_INFINITY]

type Reads = 'nothing' | 'words' | 'texts'

/**
 * `npm run fit -- discover`: weights of the signals and curves of the scores, each tried on every
 * set with the numbers fitted on the others. With `new` only signals without a weight are weighed,
 * with `curves` only the curves are fitted anew, with `untaught` or `taught` only those of a catalog
 * without or with a past; `nothing`, `words` or `texts` after it for one way to judge meaning.
 */
export async function fitDiscover(part: string | undefined, only?: string): Promise<void> {
  if (!hasData()) {
    console.log('data not found, see bench/README.md')
    return
  }
  const sets = allSets.map(readSet)
  const encoder = await openEncoder()
  if (!encoder) {
    console.log('BGE-small cannot be had here: nothing is fitted, so that nothing is half fitted')
    return
  }
  const embedders: Embedders = {
    nothing: undefined,
    words: staticEmbedder(),
    texts: encoder.remembering,
  }
  const isAsked = (reads: Reads): boolean => only === undefined || only === reads
  if (part === undefined || part === 'new')
    await fitAllWeights(sets, embedders, isAsked, part === 'new')
  else await fitAllCurves(sets, embedders, isAsked, part)
}

type Embedders = Readonly<Record<Reads, Embedder | undefined>>

async function fitAllWeights(
  sets: readonly DiscoverSet[],
  embedders: Embedders,
  isAsked: (reads: Reads) => boolean,
  onlyNew: boolean,
): Promise<void> {
  const found: Record<'words' | 'texts', object> = { ...current }
  for (const reads of ['words', 'texts'] as const) {
    if (!isAsked(reads)) continue
    found[reads] = await fitWeightsOf(sets, reads, embedders[reads], onlyNew)
    write(found, currentCurves)
  }
  console.log('\nWeights written. `npm run fit -- discover curves` fits the scores on them.')
}

async function fitAllCurves(
  sets: readonly DiscoverSet[],
  embedders: Embedders,
  isAsked: (reads: Reads) => boolean,
  part: string,
): Promise<void> {
  const untaught: Record<Reads, Curve> = { ...currentCurves.untaught }
  const taught: Record<Reads, Curve> = { ...currentCurves.taught }
  for (const reads of ['nothing', 'words', 'texts'] as const) {
    if (!isAsked(reads)) continue
    const embedder = embedders[reads]
    if (part !== 'taught') untaught[reads] = await fitUntaught(sets, reads, embedder)
    if (part !== 'untaught') taught[reads] = await fitTaught(sets, reads, embedder)
    write(current, { untaught, taught })
  }
}

async function fitWeightsOf(
  sets: readonly DiscoverSet[],
  reads: 'words' | 'texts',
  embedder: Embedder | undefined,
  onlyNew: boolean,
): Promise<Readonly<Record<string, number>>> {
  const cases: Case[] = []
  for (const set of sets) {
    const asked = await askCatalog(set.name, set.entries, embedder)
    for (const { query, relevant } of sampled(set.queries, mostQueries)) {
      const right = new Set(relevant)
      const isRight = (entry: number): boolean => right.has(set.labels[entry] ?? '')
      cases.push(await asked.caseOf(query, isRight, right.size))
    }
  }
  const known: Readonly<Partial<Record<SignalName, number>>> = current[reads]
  const start = Float64Array.from(signals, ({ name }) => known[name] ?? 0)
  const isNew = (name: SignalName): boolean => known[name] === undefined
  const withNew = signals.some(({ name }) => isNew(name))
    ? fitOpen(cases, start, isNew, `${reads}, what is new alone`)
    : start
  const found = onlyNew ? withNew : fitOpen(cases, withNew, () => true, `${reads}, all`)
  return Object.fromEntries(
    signals.map(({ name }, at) => [name, Math.round(1000 * (found[at] ?? 0)) / 1000]),
  )
}

/** Fits those weights that are open, and takes them where left-out sets gain. */
function fitOpen(
  cases: readonly Case[],
  start: Float64Array,
  isOpen: (signal: SignalName) => boolean,
  label: string,
): Float64Array {
  console.log(`\nWeights, ${label}: recall@5 × 100 of each set with weights fitted on the others`)
  let gained = 0
  for (const [name, own] of Map.groupBy(cases, ({ set }) => set)) {
    const others = cases.filter(({ set }) => set !== name)
    const found = fitWeights(others, start, isOpen)
    const [before, after] = [qualityOf(own, start), qualityOf(own, found)]
    gained += after.both - before.both
    console.log(
      `${name.padEnd(28)} before ${(100 * before.recall).toFixed(1)} left out ${(100 * after.recall).toFixed(1)} n ${own.length}`,
    )
  }
  console.log(
    gained > 0
      ? 'Left-out sets gain: the weights of all sets are taken.'
      : 'Left-out sets lose: the weights stay as they are.',
  )
  return gained > 0 ? fitWeights(cases, start, isOpen) : start
}

async function fitUntaught(
  sets: readonly DiscoverSet[],
  reads: Reads,
  embedder: Embedder | undefined,
): Promise<Curve> {
  const all: Answered[] = []
  for (const set of sets) all.push(...(await askSet(set, sets, embedder, { mostQueries })))
  return fitAndShow(all, `nothing learned, meaning by ${reads}`)
}

async function fitTaught(
  sets: readonly DiscoverSet[],
  reads: Reads,
  embedder: Embedder | undefined,
): Promise<Curve> {
  const all: Answered[] = []
  for (const set of sets.filter(({ traces }) => traces.length > 0))
    for (const size of pastSizes) {
      const past = sampled(set.traces, Math.min(size, set.traces.length))
      all.push(...(await askSet(set, sets, embedder, { mostQueries: mostQueries / 2, past })))
    }
  // Three sets have a past: what is the same for a whole catalog would only tell them apart.
  return fitAndShow(all, `with a past, meaning by ${reads}`, new Set(['size', 'usualMeaning']))
}

/** The curve of all sets; what is shown of it was scored by curves that did not see the set. */
function fitAndShow(
  all: readonly Answered[],
  label: string,
  unused: ReadonlySet<string> = new Set(),
): Curve {
  const scored: Scored[] = []
  for (const set of new Set(all.map((one) => one.set))) {
    const curve = fitCurve(
      all.filter((one) => one.set !== set),
      unused,
    )
    for (const one of all)
      if (one.set === set)
        scored.push({
          ...one,
          scores: one.results.map(({ features }) => chanceFrom(features, curve)),
        })
  }
  console.log(`\nScores of left-out sets, ${label}`)
  showCalibration(calibrationOf(scored))
  return fitCurve(all, unused)
}

function write(weights: object, curves: object): void {
  writeFileSync(
    target,
    `import type { Curve } from './chance.ts'
import type { SignalName } from './signals.ts'

// Written by \`npm run fit -- discover\`; nobody edits it.

/** How much each signal adds, by who judges meaning; one that was not fitted yet adds nothing. */
export const weights: Readonly<Record<'words' | 'texts', Readonly<Partial<Record<SignalName, number>>>>> = ${JSON.stringify(weights, undefined, 2)}

/** What a sum is worth, by whether the past was tried and by who judges meaning. */
export const curves: Readonly<
  Record<'untaught' | 'taught', Readonly<Record<'nothing' | 'words' | 'texts', Curve>>>
> = ${JSON.stringify(curves, undefined, 2)}
`,
  )
}
