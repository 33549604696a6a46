import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Clock } from '../../../ports/clock.ts'
import type {
  Capability,
  CatalogTool,
  Dag,
  JsonObject,
  Task,
  Trace,
} from '../../../ports/store/catalog.ts'
import type { SchemaValidator } from '../../../ports/tool-server.ts'
import { closest } from '../../text/closest.ts'
import { resolveToolId } from '../catalog/code-names.ts'
import { dagOf, dependenciesOf, staleTools } from '../catalog/dag.ts'
import type { Holdings } from '../catalog/holdings.ts'
import { extractStep } from '../catalog/pipeline.ts'
import { readTemplates } from '../catalog/templates.ts'
import { argumentsProblem } from './check-arguments.ts'
import { type RunReport, runDag, type TaskReport } from './run-dag.ts'

export interface ExecuteInput {
  /** A tool, a capability or a step of one. */
  readonly id?: string | undefined
  readonly args?: JsonObject | undefined
  readonly dag?: Dag | undefined
  /** A script that calls tools. */
  readonly code?: string | undefined
  /** What it is for; makes the run worth learning from. */
  readonly intent?: string | undefined
  readonly confirm?: boolean | undefined
  readonly timeoutMs?: number | undefined
}

export interface ExecuteDeps {
  readonly validate: SchemaValidator
  readonly now: Clock
  /** Calls one tool and gives its output, shortened where it is too long. */
  callTool(
    tool: CatalogTool,
    args: JsonObject,
    options: { signal: AbortSignal; timeoutMs?: number | undefined },
  ): Promise<unknown>
  mayCall(tool: CatalogTool): boolean
  /** Throws where policy forbids the call, or asks for a confirm that is not there. */
  checkPolicy(tool: CatalogTool, args: JsonObject, isConfirmed: boolean): void
}

interface Execution {
  readonly report: RunReport
  readonly trace: Trace
}

/** Checks everything, then runs; what ran becomes a trace, whatever came of it. */
export async function execute(
  deps: ExecuteDeps,
  view: Holdings,
  input: ExecuteInput,
  signal: AbortSignal,
  onTaskEnd?: (report: TaskReport, done: number, total: number) => void,
): Promise<Execution> {
  const startedAt = deps.now()
  const plan = planOf(view, input)
  const toolOf = (task: Task): CatalogTool => usableTool(view, task.tool)
  const report = await runDag(
    {
      check: (task, args, isComplete) => checkTask(deps, toolOf(task), args, isComplete, input),
      call: (task, args, taskSignal) =>
        deps.callTool(toolOf(task), args, { signal: taskSignal, timeoutMs: input.timeoutMs }),
      now: deps.now,
      ...(onTaskEnd ? { onTaskEnd } : {}),
    },
    plan.dag,
    input.args ?? {},
    signal,
  )
  return { report, trace: toTrace(view, plan, report, input, startedAt, deps.now()) }
}

interface Plan {
  readonly dag: Dag
  readonly capability?: string
}

function planOf(view: Holdings, { id, dag, args = {} }: ExecuteInput): Plan {
  if (dag) return { dag: { tasks: readTemplates(dag.tasks) } }
  if (id === undefined)
    throw new EngineError('invalid_input', 'Nothing to run', {
      hint: 'Give `id`, `dag` or `code`.',
    })
  if (id.startsWith('cap:')) return capabilityPlan(view, id)
  return { dag: { tasks: [{ id: 'call', tool: id, arguments: args, dependsOn: [] }] } }
}

function capabilityPlan(view: Holdings, written: string): Plan {
  const capability = capabilityNamed(view, written)
  const [, step] = written.split('#step')
  const dag = step ? extractStep(dagOf(capability), Number(step)) : dagOf(capability)
  if (!dag) throw notFound(view, written)
  return { dag, capability: capability.id }
}

/** The capability behind an id, or behind one of its steps, when it may be run. */
export function capabilityNamed(view: Holdings, written: string): Capability {
  const [id = ''] = written.split('#step')
  const capability = view.capabilities.get(id)
  if (!capability || capability.isForgotten) throw notFound(view, written)
  requireFresh(view, capability)
  return capability
}

function requireFresh(view: Holdings, capability: Capability): void {
  const stale = staleTools(capability, (id) => view.everyTool.get(id))
  if (stale.length === 0) return
  throw new EngineError('capability_stale', phrase`${capability.id} uses tools that changed`, {
    hint: phrase`Look at ${stale.join(', ')} and run the workflow as a dag, or forget the capability.`,
    details: { tools: stale },
  })
}

/** The tool that a call means, when it may be found and used. */
export function usableTool(view: Holdings, written: string): CatalogTool {
  const id = resolveToolId(view.tools, written)
  const tool = id === undefined ? undefined : view.tools.get(id)
  if (tool) return tool
  const hidden = resolveToolId(view.everyTool, written)
  if (hidden === undefined) throw notFound(view, written)
  throw new EngineError('tool_not_callable', phrase`${hidden} waits for approval`, {
    hint: phrase`\`tamis gateway approve ${view.everyTool.get(hidden)?.server ?? ''}\` allows it.`,
    details: { id: hidden },
  })
}

function notFound(view: Holdings, written: string): EngineError {
  const { isNamed = () => true } = view
  const known = [...view.tools.keys(), ...view.capabilities.keys()]
  const near = closest(
    written,
    known.filter((id) => isNamed({ id })),
  )
  return new EngineError('tool_not_found', phrase`Nothing is called ${written}`, {
    hint: near
      ? phrase`Did you mean ${near}?`
      : '`tamis discover` and pml_discover find tools by intent.',
    details: { id: written, ...(near ? { did_you_mean: near } : {}) },
  })
}

/** What every call of a tool passes before it is made, whoever makes it. */
export function checkTask(
  deps: ExecuteDeps,
  tool: CatalogTool,
  args: JsonObject,
  isComplete: boolean,
  { confirm }: Pick<ExecuteInput, 'confirm'>,
): void {
  if (!deps.mayCall(tool))
    throw new EngineError('tool_not_callable', phrase`${tool.server} is known but not connected`, {
      hint: 'Add the server to tamis.toml to call its tools.',
      details: { id: tool.id },
    })
  deps.checkPolicy(tool, args, confirm === true)
  const problem = argumentsProblem(deps.validate, tool.inputSchema, args, isComplete)
  if (problem !== undefined)
    throw new EngineError('args_invalid', phrase`${tool.id}: ${problem}`, {
      hint: phrase`pml_get_details {"id":"${tool.id}"}, or \`tamis details ${tool.id}\`, shows the schema.`,
      details: { id: tool.id },
    })
}

function toTrace(
  view: Holdings,
  { dag, capability }: Plan,
  report: RunReport,
  { intent = '' }: ExecuteInput,
  startedAt: number,
  endedAt: number,
): Trace {
  const idOf = (written: string): string => resolveToolId(view.everyTool, written) ?? written
  const toolOfTask = new Map(dag.tasks.map((task) => [task.id, idOf(task.tool)]))
  const ran = report.tasks.filter(({ status }) => status === 'success' || status === 'failed')
  const links = dag.tasks.flatMap((task) =>
    dependenciesOf(task).map((from) => [toolOfTask.get(from) ?? from, idOf(task.tool)] as const),
  )
  return {
    at: startedAt,
    intent,
    tools: ran.map(({ tool }) => idOf(tool)),
    links,
    isSuccess: report.status === 'success',
    durationMs: endedAt - startedAt,
    origin: 'execute',
    ...(capability ? { capability } : {}),
    dag: withoutValues({
      tasks: dag.tasks.map((task) => ({ ...task, tool: idOf(task.tool) })),
    }),
  }
}

/** Plain values are the user's: each becomes an input named after its parameter; references stay. */
function withoutValues({ tasks }: Dag): Dag {
  const values = new Map<string, Set<string>>()
  for (const task of tasks)
    for (const [name, value] of Object.entries(task.arguments)) {
      const seen = values.get(name) ?? new Set<string>()
      values.set(name, seen.add(JSON.stringify(value)))
    }
  const inputName = (task: Task, name: string): string =>
    (values.get(name)?.size ?? 0) > 1 ? `${task.id}_${name}` : name
  return {
    tasks: tasks.map((task) => ({
      ...task,
      dependsOn: dependenciesOf(task),
      arguments: Object.fromEntries(
        Object.entries(task.arguments).map(([name, value]) => [
          name,
          isReference(value) ? value : { $ref: `$input.${inputName(task, name)}` },
        ]),
      ),
    })),
  }
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$ref' in value
}
