import type { JsonObject, Task } from '../../../ports/store/catalog.ts'

/** A call of a tool that went well. */
export interface MadeCall {
  readonly tool: string
  readonly args: JsonObject
  readonly output: unknown
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
/** Of one object or list that is passed on. */
const mostParts = 20

/** Where a value was answered: the task, and the path inside its answer. */
type Sources = ReadonlyMap<string, { readonly task: string; readonly path: string }>

/**
 * Calls in their order as tasks: an argument that an earlier answer holds refers to the latest such
 * answer, others become inputs named after their parameter.
 */
export function tasksOf(calls: readonly MadeCall[]): readonly Task[] {
  const sources = new Map<string, { readonly task: string; readonly path: string }>()
  const inputOf = createInputNames()
  return calls.map(({ tool, args, output }, at) => {
    const task = taskOf(`t${at + 1}`, tool, args, sources, inputOf)
    // The first place in an answer counts, hence the last to be set.
    for (const { path, value } of leavesOf(output).toReversed())
      sources.set(value, { task: task.id, path })
    return task
  })
}

function taskOf(
  id: string,
  tool: string,
  args: JsonObject,
  sources: Sources,
  inputOf: InputNames,
): Task {
  const needed = new Set<string>()
  const entries = Object.entries(args).map(([name, value]) => {
    const flow = flowInto(value, sources)
    if (flow === undefined) return [name, { $ref: `$input.${inputOf(tool, name, value)}` }]
    for (const task of flow.tasks) needed.add(task)
    return [name, flow.value]
  })
  return { id, tool, arguments: Object.fromEntries(entries), dependsOn: [...needed] }
}

type InputNames = (tool: string, name: string, value: unknown) => string

/** One name for one value: a parameter that two tools were given different values for is two inputs. */
function createInputNames(): InputNames {
  const values = new Map<string, string>()
  return (tool, name, value) => {
    const written = JSON.stringify(value) ?? ''
    const candidates = [name, `${tool.split(':').at(-1) ?? tool}_${name}`]
    for (let number = 1; ; number++) {
      const candidate = candidates[number - 1] ?? `${candidates[1]}_${number}`
      if ((values.get(candidate) ?? written) !== written) continue
      values.set(candidate, written)
      return candidate
    }
  }
}

/** An argument all of which earlier answers hold, with references in place of its values. */
function flowInto(
  value: unknown,
  sources: Sources,
  depth = 0,
): { readonly value: unknown; readonly tasks: readonly string[] } | undefined {
  if (isTelling(value)) {
    const source = sources.get(String(value))
    return source && { value: { $ref: `${source.task}${source.path}` }, tasks: [source.task] }
  }
  if (typeof value !== 'object' || value === null || depth === deepest) return undefined
  const parts = Object.entries(value)
  if (parts.length === 0 || parts.length > mostParts) return undefined
  const flows = parts.map(([name, part]) => ({ name, flow: flowInto(part, sources, depth + 1) }))
  const whole = flows.flatMap(({ name, flow }) => (flow ? [{ name, ...flow }] : []))
  if (whole.length < parts.length) return undefined
  const tasks = whole.flatMap((part) => part.tasks)
  if (Array.isArray(value)) return { value: whole.map((part) => part.value), tasks }
  return { value: Object.fromEntries(whole.map((part) => [part.name, part.value])), tasks }
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
