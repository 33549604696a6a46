import type { Trace } from '../../../ports/store/catalog.ts'
import { signatureOf } from './mine-capabilities.ts'

/** What every run of a workflow has in common. */
type Shape = Pick<Trace, 'tools' | 'links' | 'dag'>

/**
 * Runs as they are held in memory: thousands of a few workflows, for a few intents. What is equal is
 * held once, and a run that is no workflow leaves its graph to the store.
 */
export function shareRuns(): (trace: Trace) => Trace {
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
