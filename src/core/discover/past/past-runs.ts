import type { Capability, CatalogStore, Trace } from '../../../ports/store/catalog.ts'
import { createFollowers } from './followers.ts'
import { signatureOf } from './mine-capabilities.ts'

/** The newest runs, in memory; the graphs of those that are no workflow stay in the catalog. */
export interface PastRuns {
  /** Oldest first. `written` is how many the catalog says were ever kept. */
  all(written: number): Promise<readonly Trace[]>
  /** Keeps a run, and gives every run that followed the same workflow, this one last. */
  append(trace: Trace): Promise<readonly Trace[]>
  /** The runs that a capability was learned from and its own, failed ones too; oldest first. */
  of(capability: Capability): readonly Trace[]
}

const mostRuns = 20_000

/** Read from the catalog once, and again only when another process kept some. */
export function createPastRuns(catalog: CatalogStore): PastRuns {
  let runs: Trace[] = []
  let followers = createFollowers()
  let share = shareRuns()
  /** How many the catalog has kept, as far as we know; -1 before the first look. */
  let known = -1
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function readAgain(written: number): Promise<void> {
    hold(await catalog.traces(mostRuns))
    known = written
  }

  /** What only older runs had in common with each other is let go of too. */
  function hold(traces: readonly Trace[]): void {
    share = shareRuns()
    runs = traces.map((trace) => share(trace))
    followers = createFollowers()
    runs.forEach(followers.add)
  }

  function add(trace: Trace): void {
    known += 1
    const held = share(trace)
    runs.push(held)
    followers.add(held)
    if (runs.length > mostRuns * 1.1) hold(runs.slice(-mostRuns))
  }

  return {
    all: (written) =>
      inTurn(async () => {
        if (written > known) await readAgain((await catalog.version()).traces)
        return runs.slice(-mostRuns)
      }),
    append: (trace) =>
      inTurn(async () => {
        await catalog.appendTraces([trace])
        const { traces: written } = await catalog.version()
        if (written === known + 1) add(trace)
        else await readAgain(written)
        const alike = followers.like(trace)
        return alike.length > 0 ? alike : [trace]
      }),
    of: (capability) => followers.of(capability),
  }
}

/** What every run of a workflow has in common. */
type Shape = Pick<Trace, 'tools' | 'links' | 'dag'>

/**
 * Runs as they are held in memory: thousands of a few workflows, for a few intents. What is equal is
 * held once, and a run that is no workflow leaves its graph to the store.
 */
function shareRuns(): (trace: Trace) => Trace {
  const intents = new Map<string, string>()
  /** The latest shape of each line of tools. */
  const shapes = new Map<string, Shape>()

  function shapeOf(trace: Trace): Shape {
    const { tools, links } = trace
    const hasGraph = trace.dag !== undefined && signatureOf(trace) !== undefined
    const shape: Shape = { tools, links, ...(hasGraph ? { dag: trace.dag } : {}) }
    const key = tools.join(' ')
    const known = shapes.get(key)
    if (known && JSON.stringify(known) === JSON.stringify(shape)) return known
    shapes.set(key, shape)
    return shape
  }

  return (run) => {
    const { dag: _, ...rest } = run
    const intent = intents.get(run.intent) ?? run.intent
    intents.set(intent, intent)
    return { ...rest, intent, ...shapeOf(run) }
  }
}
