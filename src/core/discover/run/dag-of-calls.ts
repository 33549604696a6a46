import type { Dag, Task } from '../../../ports/store/catalog.ts'
import { tasksOf } from '../catalog/value-flow.ts'
import type { ScriptCall } from './run-code.ts'

/** Enough to see what a script does; a longer one is told by its first steps. */
const mostTasks = 50

/**
 * The workflow behind the calls of a script: values that flowed are references, others inputs, and
 * the turns of a loop are one task. A call that took nothing from an answer still waits for the one
 * that had ended before it, since the script waited too.
 */
export function dagOfCalls(made: readonly ScriptCall[]): Dag {
  const calls = made.slice(0, mostTasks * 4)
  const tasks = tasksOf(calls)
  const shown = new Map<string, string>()
  const kept: Task[] = []
  tasks.forEach((task, at) => {
    const dependsOn = dependencies(task, calls[at], tasks, shown)
    const shape = JSON.stringify([task.tool, Object.keys(task.arguments), dependsOn])
    const twin = kept.find((one) => shapeOf(one) === shape)
    shown.set(task.id, twin?.id ?? task.id)
    if (twin === undefined && kept.length < mostTasks)
      kept.push({ ...task, arguments: renamed(task.arguments, shown), dependsOn })
  })
  return { tasks: kept }
}

function shapeOf({ tool, arguments: args, dependsOn }: Task): string {
  return JSON.stringify([tool, Object.keys(args), dependsOn])
}

function dependencies(
  { dependsOn }: Task,
  call: ScriptCall | undefined,
  tasks: readonly Task[],
  shown: ReadonlyMap<string, string>,
): readonly string[] {
  const names = dependsOn.map((name) => shown.get(name) ?? name)
  if (names.length > 0) return [...new Set(names)].sort()
  const last = call?.after.findLast((at) => tasks[at] && tasks[at].tool !== call.tool)
  const before = last === undefined ? undefined : tasks[last]
  return before ? [shown.get(before.id) ?? before.id] : []
}

/** References to a turn of a loop are references to the task it became. */
function renamed(args: Task['arguments'], shown: ReadonlyMap<string, string>): Task['arguments'] {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const reference = referenceIn(value)
      const [head = '', ...path] = reference?.split('.') ?? []
      const task = shown.get(head)
      return [name, task === undefined ? value : { $ref: [task, ...path].join('.') }]
    }),
  )
}

function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return undefined
  return typeof value.$ref === 'string' ? value.$ref : undefined
}
