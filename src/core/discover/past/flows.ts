import type { Dag, Trace } from '../../../ports/store/catalog.ts'
import { type MadeCall, tasksOf } from '../catalog/value-flow.ts'

/** One tool that ran by itself. */
export interface SingleCall extends MadeCall {
  readonly at: number
  readonly intent: string
}

/**
 * Calls made one after the other as the workflow they were: where a value of an answer came back as
 * an argument, the later call refers to the earlier one; other arguments become inputs. `undefined`
 * where nothing flowed.
 */
export function sequenceOf(calls: readonly SingleCall[]): Omit<Trace, 'at' | 'by'> | undefined {
  const tasks = tasksOf(calls)
  const linked = new Set(
    tasks.flatMap(({ id, dependsOn }) => (dependsOn.length > 0 ? [id, ...dependsOn] : [])),
  )
  const used = tasks.filter(({ id }) => linked.has(id))
  if (used.length < 2) return undefined
  const toolOf = new Map(used.map(({ id, tool }) => [id, tool]))
  const dag: Dag = { tasks: used }
  return {
    intent: calls.find(({ intent }, at) => intent !== '' && linked.has(`t${at + 1}`))?.intent ?? '',
    tools: used.map(({ tool }) => tool),
    links: used.flatMap(({ tool, dependsOn }) =>
      dependsOn.map((from) => [toolOf.get(from) ?? '', tool] as const),
    ),
    isSuccess: true,
    origin: 'sequence',
    dag,
  }
}
