import type { Dag, JsonObject, Task, Trace } from '../../../ports/store/catalog.ts'

/** One tool that ran by itself. */
export interface SingleCall {
  readonly at: number
  readonly tool: string
  readonly args: JsonObject
  readonly output: unknown
  readonly intent: string
}

interface Leaf {
  readonly path: string
  readonly value: string
}

const mostLeaves = 1000
const deepest = 6
/** Shorter values are the same by chance. */
const shortestValue = 3
const longestValue = 500

/**
 * Calls made one after the other as the workflow they were: where a value of an answer came back as
 * an argument, the later call refers to the earlier one; other arguments become inputs. `undefined`
 * where nothing flowed.
 */
export function sequenceOf(calls: readonly SingleCall[]): Omit<Trace, 'at' | 'by'> | undefined {
  const sources: { readonly task: string; readonly leaves: readonly Leaf[] }[] = []
  const tasks: Task[] = calls.map(({ tool, args, output }, at) => {
    const task = taskOf(`t${at + 1}`, tool, args, sources)
    sources.push({ task: task.id, leaves: leavesOf(output) })
    return task
  })
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

function taskOf(
  id: string,
  tool: string,
  args: JsonObject,
  sources: readonly { readonly task: string; readonly leaves: readonly Leaf[] }[],
): Task {
  const needed = new Set<string>()
  const entries = Object.entries(args).map(([name, value]) => {
    const source = isTelling(value) ? sourceOf(String(value), sources) : undefined
    if (source === undefined) return [name, { $ref: `$input.${name}` }]
    needed.add(source.task)
    return [name, { $ref: `${source.task}${source.path}` }]
  })
  return { id, tool, arguments: Object.fromEntries(entries), dependsOn: [...needed] }
}

/** The latest answer that has the value. */
function sourceOf(
  value: string,
  sources: readonly { readonly task: string; readonly leaves: readonly Leaf[] }[],
): { readonly task: string; readonly path: string } | undefined {
  for (const { task, leaves } of sources.toReversed()) {
    const leaf = leaves.find((one) => one.value === value)
    if (leaf) return { task, path: leaf.path }
  }
  return undefined
}

function leavesOf(output: unknown): readonly Leaf[] {
  const leaves: Leaf[] = []
  let level: (readonly [path: string, value: unknown])[] = [['', output]]
  for (let depth = 0; depth <= deepest && level.length > 0; depth++) {
    for (const [path, value] of level)
      if (isTelling(value)) leaves.push({ path, value: String(value) })
    level = level.flatMap(([path, value]) => childrenOf(path, value)).slice(0, mostLeaves)
  }
  return leaves.slice(0, mostLeaves)
}

function childrenOf(path: string, value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .slice(0, mostLeaves)
    .filter(([name]) => !name.includes('.'))
    .map(([name, child]) => [`${path}.${name}`, child])
}

function isTelling(value: unknown): value is string | number {
  if (typeof value === 'number') return String(value).length >= shortestValue
  return typeof value === 'string' && value.length >= shortestValue && value.length <= longestValue
}
