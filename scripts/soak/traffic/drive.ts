import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { WeightedAction } from './actions.ts'
import type { ActionTally } from './report.ts'

export interface Driven {
  readonly tallies: readonly ActionTally[]
  readonly failures: readonly string[]
}

interface Tally {
  done: number
  failed: number
  readonly ms: number[]
}

const mostAtOnce = 16
const mostFailuresKept = 50
/** Enough to tell the median and the 99th of a hundred, and bounded. */
const mostTimesKept = 20_000

/** Starts `rate` actions a second until told to stop; no more than a few are under way at once. */
export async function drive(
  actions: readonly WeightedAction[],
  random: Random,
  rate: number,
  ended: AbortSignal,
): Promise<Driven> {
  const turns = actions.flatMap((action) => Array.from({ length: action.weight }, () => action))
  const tallies = new Map<string, Tally>()
  const failures: string[] = []
  const underWay = new Set<Promise<void>>()

  const start = async ({ name, run }: WeightedAction): Promise<void> => {
    const tally = tallies.get(name) ?? { done: 0, failed: 0, ms: [] }
    tallies.set(name, tally)
    const started = performance.now()
    const failure = await run().then(() => undefined, reason)
    if (failure === undefined) tally.done++
    else tally.failed++
    if (failure !== undefined && failures.length < mostFailuresKept)
      failures.push(`${name}: ${failure}`)
    tally.ms.push(performance.now() - started)
    if (tally.ms.length > mostTimesKept) tally.ms.splice(0, mostTimesKept / 2)
  }

  while (!ended.aborted) {
    if (underWay.size >= mostAtOnce) await Promise.race(underWay)
    const running = start(random.pick(turns))
    underWay.add(running)
    void running.then(() => underWay.delete(running))
    await pause(1000 / rate)
  }
  await Promise.all(underWay)
  return { failures, tallies: [...tallies].map(([name, tally]) => summarise(name, tally)) }
}

function summarise(name: string, { done, failed, ms }: Tally): ActionTally {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  return { name, done, failed, medianMs: at(0.5), p99Ms: at(0.99) }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
