import { EngineError } from '../../../errors.ts'
import type { Dag, JsonObject, Task } from '../../../ports/store/catalog.ts'
import { computeLayers, dependenciesOf, referencesIn, resolveReferences } from '../catalog/dag.ts'
import { isTemplate, joinPieces } from '../catalog/templates.ts'

/** How one task ended. */
export interface TaskReport {
  readonly id: string
  readonly tool: string
  readonly status: 'success' | 'failed' | 'skipped' | 'cancelled'
  readonly output?: unknown
  readonly error?: { readonly code: string; readonly message: string }
  readonly durationMs?: number
}

export interface RunReport {
  readonly status: 'success' | 'failed' | 'cancelled'
  readonly tasks: readonly TaskReport[]
  /** The first task that failed. */
  readonly failedTask?: string
}

export interface RunDeps {
  /** Refuses a tool that may not run, and arguments that do not fit. Called for every task before any runs. */
  check(task: Task, args: JsonObject, isComplete: boolean): void
  call(task: Task, args: JsonObject, signal: AbortSignal): Promise<unknown>
  now(): number
  onTaskEnd?(report: TaskReport, done: number, total: number): void
}

/** Runs each task as soon as what it waits for is there; independent ones run together. */
export async function runDag(
  deps: RunDeps,
  dag: Dag,
  inputs: JsonObject,
  signal: AbortSignal,
): Promise<RunReport> {
  const tasks = computeLayers(dag.tasks)
    .flat()
    .map((task) => withInputs(task, inputs))
  for (const task of tasks)
    deps.check(task, task.arguments, referencesIn(task.arguments).length === 0)
  const outputs = new Map<string, unknown>()
  const running = new Map<string, Promise<TaskReport>>()
  let hasFailed = false
  let done = 0

  async function runTask(task: Task): Promise<TaskReport> {
    const before = await Promise.all(dependenciesOf(task).map((name) => running.get(name)))
    const isReady = before.every((report) => report?.status === 'success')
    if (signal.aborted) return { id: task.id, tool: task.tool, status: 'cancelled' }
    if (!isReady || hasFailed) return { id: task.id, tool: task.tool, status: 'skipped' }
    const report = await attempt(deps, task, outputs, signal)
    if (report.status === 'success') outputs.set(task.id, report.output)
    if (report.status === 'failed') hasFailed = true
    return report
  }

  for (const task of tasks)
    running.set(
      task.id,
      runTask(task).then((report) => {
        done += 1
        deps.onTaskEnd?.(report, done, tasks.length)
        return report
      }),
    )
  return summarize(await Promise.all(running.values()), signal)
}

function summarize(reports: readonly TaskReport[], signal: AbortSignal): RunReport {
  const failed = reports.find(({ status }) => status === 'failed')
  if (failed) return { status: 'failed', tasks: reports, failedTask: failed.id }
  const isWhole = reports.every(({ status }) => status === 'success')
  return { status: isWhole || !signal.aborted ? 'success' : 'cancelled', tasks: reports }
}

async function attempt(
  deps: RunDeps,
  task: Task,
  outputs: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Promise<TaskReport> {
  const startedAt = deps.now()
  const head = { id: task.id, tool: task.tool }
  try {
    const args = resolveReferences(task.arguments, outputs, {}) as JsonObject
    if (args !== task.arguments) deps.check(task, args, true)
    const output = await deps.call(task, args, signal)
    return { ...head, status: 'success', output, durationMs: deps.now() - startedAt }
  } catch (error) {
    const durationMs = deps.now() - startedAt
    if (signal.aborted) return { ...head, status: 'cancelled', durationMs }
    if (!(error instanceof EngineError)) throw error
    const { code, message } = error
    return { ...head, status: 'failed', error: { code, message }, durationMs }
  }
}

/** Inputs of the workflow are known from the start, so they are filled in before anything is checked. */
function withInputs(task: Task, inputs: JsonObject): Task {
  return { ...task, arguments: fillInputs(task.arguments, inputs) as JsonObject }
}

function fillInputs(value: unknown, inputs: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => fillInputs(item, inputs))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string')
    return value.$ref.startsWith('$input.') ? resolveReferences(value, new Map(), inputs) : value
  if (isTemplate(value)) {
    const pieces = value.$template.map((piece) => fillInputs(piece, inputs))
    return referencesIn(pieces).length === 0 ? joinPieces(pieces) : { $template: pieces }
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, fillInputs(child, inputs)]),
  )
}
