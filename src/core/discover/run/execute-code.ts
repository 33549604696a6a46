import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { Sandbox } from '../../../ports/sandbox.ts'
import type { Capability, JsonObject, Trace } from '../../../ports/store/catalog.ts'
import type { Originals } from '../../../ports/store/originals.ts'
import { isObject } from '../../text/json-splice.ts'
import { toolIdOfCode } from '../catalog/code-names.ts'
import type { Holdings } from '../catalog/holdings.ts'
import { bareName } from '../catalog/pipeline.ts'
import { dagOfCalls } from './dag-of-calls.ts'
import {
  capabilityNamed,
  checkTask,
  type ExecuteDeps,
  type ExecuteInput,
  usableTool,
} from './execute.ts'
import { parameterise, type ScriptForm } from './parameterise.ts'
import { type PausedRun, type PausedRuns, repeatAnswers } from './paused-runs.ts'
import { type AdmittedCall, type AskedTool, type CodeReport, runCode } from './run-code.ts'
import type { TaskReport } from './run-dag.ts'

interface ExecuteCodeDeps extends ExecuteDeps {
  readonly sandbox: Sandbox | undefined
  readonly originals: Originals
  readonly digest: Digest
  readonly paused: PausedRuns
}

interface CodeExecution {
  readonly report: CodeReport
  readonly trace: Trace
  /** With inputs in place of values; absent where it cannot be told which are which. */
  readonly form: ScriptForm | undefined
}

/** Code that was given, or that a capability holds. */
interface GivenCode {
  readonly code: string
  readonly capability?: Capability
}

/** The code that a call means; `undefined` where it means a tool or a workflow. */
export function codeOf(view: Holdings, { id, dag, code }: ExecuteInput): GivenCode | undefined {
  if (code !== undefined) {
    if (id === undefined && dag === undefined) return { code }
    throw new EngineError('invalid_input', 'Code was given together with an id or a dag', {
      hint: 'Give one of `id`, `dag` and `code`.',
      details: { path: 'code' },
    })
  }
  if (id === undefined || !id.startsWith('cap:') || id.includes('#step')) return undefined
  const capability = capabilityNamed(view, id)
  return capability.source.type === 'code'
    ? { code: capability.source.code, capability }
    : undefined
}

/** Runs code; each tool it calls is found, checked and called like one that is called by itself. */
export async function executeCode(
  deps: ExecuteCodeDeps,
  view: Holdings,
  given: GivenCode,
  input: ExecuteInput,
  /** Whose run it is: one that paused goes on for nobody else. Nobody's ends with its process. */
  owner: string | undefined,
  signal: AbortSignal,
  onTaskEnd?: (report: TaskReport, done: number, total: number) => void,
): Promise<CodeExecution> {
  const { sandbox } = deps
  if (!sandbox)
    throw new EngineError('code_not_runnable', 'There is no sandbox for code here', {
      hint: 'Run it with the daemon or the command line.',
    })
  const args = input.args ?? {}
  requireInputs(given, args)
  const startedAt = deps.now()
  const key = deps.digest(JSON.stringify([owner, given.code, args]))
  const earlier = input.confirm === true ? deps.paused.take(key) : undefined
  const now = earlier?.now ?? startedAt
  const report = await runCode(
    {
      sandbox,
      now: deps.now,
      admit: admitCalls(deps, view, input, earlier),
      recover: async (id) => (await deps.originals.find(id, deps.now()))?.text,
      onCall: ({ tool, isSuccess }, done) =>
        onTaskEnd?.(
          { id: bareName(tool), tool, status: isSuccess ? 'success' : 'failed' },
          done,
          done,
        ),
    },
    { code: given.code, input: args, now, timeoutMs: input.timeoutMs },
    signal,
  )
  if (report.confirmNeeded) {
    const asked = new Set([...(earlier?.asked ?? []), String(report.confirmNeeded.details?.id)])
    const isKept = owner !== undefined && deps.paused.keep(key, { now, calls: report.calls, asked })
    throw pausedError(report.confirmNeeded, report, isKept)
  }
  const form = formOf(view, given, args, report)
  const script = form && !given.capability ? { script: deps.digest(form.code) } : {}
  const trace = toTrace(given, report, input, startedAt, deps.now())
  return { report, trace: { ...trace, ...script }, form }
}

/** The code of a capability has its inputs already. */
function formOf(
  view: Holdings,
  { code, capability }: GivenCode,
  input: JsonObject,
  { calls, status }: CodeReport,
): ScriptForm | undefined {
  if (capability) return { code, inputs: capability.inputs }
  if (status !== 'success' || calls.length === 0) return undefined
  return parameterise({
    code,
    input,
    calls,
    isNamedBySchema: (tool, parameter, value) =>
      choicesOf(view.tools.get(tool)?.inputSchema.properties, parameter).includes(value),
  })
}

function choicesOf(properties: unknown, parameter: string): readonly unknown[] {
  const own =
    isObject(properties) && Object.hasOwn(properties, parameter) ? properties[parameter] : {}
  return isObject(own) && Array.isArray(own.enum) ? own.enum : []
}

/** The way of every call to its tool: found, checked, called. */
function admitCalls(
  deps: ExecuteCodeDeps,
  view: Holdings,
  { confirm, timeoutMs }: ExecuteInput,
  earlier: PausedRun | undefined,
): (asked: AskedTool) => AdmittedCall {
  const repeat = repeatAnswers(earlier?.calls ?? [])
  return ({ server, tool: name, args }) => {
    const id = toolIdOfCode(view.tools.values(), server, name)
    const tool = usableTool(view, id ?? `tool:${server}:${name}`)
    const kept = repeat(tool.id, args)
    if (kept) return { tool: tool.id, call: async () => kept.output }
    // A person who was asked about one tool has agreed to that one.
    const isConfirmed = confirm === true && (earlier?.asked.has(tool.id) ?? true)
    checkTask(deps, tool, args, true, { confirm: isConfirmed })
    return {
      tool: tool.id,
      call: (signal) => deps.callTool(tool, args, { signal, timeoutMs }),
    }
  }
}

/** What was learned needs each of its inputs; code that somebody registered knows by itself. */
function requireInputs({ capability }: GivenCode, args: JsonObject): void {
  if (!capability?.isLearned) return
  const missing = capability.inputs.filter((name) => !Object.hasOwn(args, name))
  if (missing.length === 0) return
  throw new EngineError('args_invalid', phrase`${capability.id} needs ${missing.join(', ')}`, {
    hint: phrase`Pass ${missing.map((name) => `\`${name}\``).join(', ')} in args.`,
    details: { id: capability.id, missing },
  })
}

/** The refusal that every call without a confirm gets, with what came before it. */
function pausedError(refusal: EngineError, { calls }: CodeReport, isKept: boolean): EngineError {
  const done = calls.filter(({ isSuccess }) => isSuccess).length
  return new EngineError('confirm_needed', phrase`The script stopped: ${refusal.message}`, {
    hint: isKept
      ? phrase`Ask the user, then send the same code with \`confirm: true\`: it goes on here, and the ${done} calls before this are not made again.`
      : phrase`Ask the user, then run the same code with \`confirm: true\` (--confirm on the command line); the ${done} calls before this are made again.`,
    details: { ...refusal.details, calls: done },
  })
}

function toTrace(
  { capability }: GivenCode,
  { calls, status }: CodeReport,
  { intent = '' }: ExecuteInput,
  startedAt: number,
  endedAt: number,
): Trace {
  const dag = dagOfCalls(calls)
  const toolOf = new Map(dag.tasks.map((task) => [task.id, task.tool]))
  return {
    at: startedAt,
    intent,
    tools: calls.map(({ tool }) => tool),
    links: dag.tasks.flatMap(({ tool, dependsOn }) =>
      dependsOn.map((from) => [toolOf.get(from) ?? from, tool] as const),
    ),
    isSuccess: status === 'success',
    durationMs: endedAt - startedAt,
    origin: 'execute',
    ...(capability ? { capability: capability.id } : {}),
    dag,
  }
}
