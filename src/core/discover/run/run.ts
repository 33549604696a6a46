import type { AskedClient } from '../../../ports/asked-client.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sandbox } from '../../../ports/sandbox.ts'
import type { CatalogTool, JsonObject, Trace } from '../../../ports/store/catalog.ts'
import type { SchemaValidator, ToolCallResult } from '../../../ports/tool-server.ts'
import { resolveToolId } from '../catalog/code-names.ts'
import type { Holdings } from '../catalog/holdings.ts'
import type { OwnTool } from '../catalog/own-tools.ts'
import { accountShortened } from './account-shortened.ts'
import { codeResponse } from './code-response.ts'
import { type ExecuteDeps, type ExecuteInput, execute } from './execute.ts'
import { codeOf, executeCode } from './execute-code.ts'
import { outputOf } from './output.ts'
import { type Trimmed, trimOversized } from './oversized.ts'
import type { ScriptForm } from './parameterise.ts'
import { createPausedRuns } from './paused-runs.ts'
import type { CodeError } from './run-code.ts'
import type { RunReport, TaskReport } from './run-dag.ts'
import type { ShortenDeps } from './shorten-result.ts'

export type { ExecuteInput } from './execute.ts'
export { type OversizedDeps, trimOversized } from './oversized.ts'
export type { ScriptForm } from './parameterise.ts'
export type { RunReport } from './run-dag.ts'

interface RunnerDeps extends ShortenDeps {
  readonly now: Clock
  /** Absent: code is not run. */
  readonly sandbox?: Sandbox | undefined
  readonly loadValidator: () => Promise<SchemaValidator>
  /** The tool of our own behind a tool of the catalog. */
  ownTool(tool: CatalogTool): Promise<OwnTool | undefined>
  callUpstream(
    tool: CatalogTool,
    args: JsonObject,
    options: Parameters<ExecuteDeps['callTool']>[2] & {
      readonly caller: Caller | undefined
      readonly client: AskedClient | undefined
      readonly onProgress: ExecuteCall['onProgress']
    },
  ): Promise<ToolCallResult>
  mayCall(tool: CatalogTool): boolean
  /** Throws where policy forbids the call, or asks for a confirm that is not there and that nobody can be asked for. */
  checkPolicy(call: ExecuteCall, tool: CatalogTool, args: JsonObject, isConfirmed: boolean): void
  /** Asks the person for the confirm that a call needs, where the client can; throws where it is declined. */
  askPerson(call: ExecuteCall, tool: CatalogTool, args: JsonObject): Promise<void>
  /** How long strings of its results may be for this caller; as everywhere where it says nothing. */
  maxStringChars(caller: Caller | undefined, tool: CatalogTool): number | undefined
}

export interface ExecuteCall {
  readonly source: string
  /** The connection it came over, where there is one. */
  readonly session?: string | undefined
  /** Tools of our own do for it what its token allows. */
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
  /** Whom servers, or our policy, may ask. */
  readonly client?: AskedClient | undefined
  /** How far the one tool is that runs, as its server says. */
  readonly onProgress?: ((done: number, total?: number, message?: string) => void) | undefined
  readonly onTaskEnd?: (report: TaskReport, done: number, total: number) => void
}

/** What was run, with outputs shortened where they are too long. */
export interface ExecuteResponse extends Omit<RunReport, 'tasks'> {
  /** Of a tool or a workflow; a script says `calls`. */
  readonly tasks?: readonly TaskReport[]
  /** How often a script called each tool. */
  readonly calls?: Readonly<Record<string, number>>
  /** The output, when one tool ran, or what a script returned. */
  readonly result?: unknown
  /** What a script logged. */
  readonly logs?: string
  /** Why a script did not return. */
  readonly error?: CodeError
  /** Ids that bring back what was shortened. */
  readonly recoverable?: readonly string[]
  /** Whether the result is what the one tool that ran gave as `structuredContent`. */
  readonly isStructured?: true
  /** The `_meta` of the one tool that ran: for programs, not for models. */
  readonly _meta?: JsonObject
  /** The capability that this script has become, for this caller. */
  readonly proposed?: { readonly id: string; readonly inputs: readonly string[] }
  /** What usually runs next, from earlier runs. */
  readonly usuallyNext?: readonly string[]
}

/** Runs tools, capabilities and workflows of both. */
export interface Runner {
  /** Checks everything, then runs; what ran is told to `onTrace` before the answer is made. */
  execute(
    held: Holdings,
    input: ExecuteInput,
    call: ExecuteCall,
    onTrace: (trace: Trace, report: RunReport, script?: ScriptForm) => Promise<void>,
  ): Promise<{ readonly response: ExecuteResponse; readonly trace: Trace }>
}

export function createRunner(deps: RunnerDeps): Runner {
  const paused = createPausedRuns(deps.now)
  const callFor =
    (call: ExecuteCall, input: ExecuteInput, answers: JsonObject[]): ExecuteDeps['callTool'] =>
    async (tool, args, options) => {
      const { caller, client } = call
      await deps.askPerson({ ...call, signal: options.signal }, tool, args)
      const own = await deps.ownTool(tool)
      if (own) return own.run(args, { caller, signal: options.signal })
      const isOnly = input.id !== undefined && !input.id.startsWith('cap:')
      const onProgress = isOnly ? call.onProgress : undefined
      const answer = await deps.callUpstream(tool, args, { ...options, caller, client, onProgress })
      answers.push(answer.result)
      return outputOf(tool, answer)
    }

  return {
    async execute(held, input, call, onTrace) {
      const answers: JsonObject[] = []
      const checked = {
        ...deps,
        callTool: callFor(call, input, answers),
        checkPolicy: (...asked: Parameters<ExecuteDeps['checkPolicy']>) =>
          deps.checkPolicy(call, ...asked),
        validate: await deps.loadValidator(),
      }
      const { signal, onTaskEnd } = call
      const code = codeOf(held, input)
      if (code) {
        const { originals, digest } = deps.trimDeps
        const parts = { ...checked, sandbox: deps.sandbox, originals, digest, paused }
        const owner =
          call.source === 'cli'
            ? undefined
            : JSON.stringify([call.caller?.name, call.source, call.session])
        const ran = await executeCode(parts, held, code, input, owner, signal, onTaskEnd)
        await onTrace(ran.trace, { status: ran.report.status, tasks: [] }, ran.form)
        return { response: await codeResponse(deps, ran.report, call), trace: ran.trace }
      }
      const { report, trace } = await execute(checked, held, input, signal, onTaskEnd)
      await onTrace(trace, report)
      const response = await toResponse(deps, held, report, call)
      return { response: { ...response, ...factsOf(answers) }, trace }
    },
  }
}

async function toResponse(
  deps: RunnerDeps,
  held: Holdings,
  report: RunReport,
  { source, caller }: ExecuteCall,
): Promise<ExecuteResponse> {
  const shortened = await trimTasks(deps, report, (written) => {
    const tool = held.tools.get(resolveToolId(held.tools, written) ?? '')
    return tool && deps.maxStringChars(caller, tool)
  })
  const what = report.tasks.map(({ tool }) => tool).join(', ')
  const facts = { kind: 'execute', what, source, caller } as const
  await accountShortened(deps, { whole: report, ...shortened }, facts)
  const { value, ids } = shortened
  return { ...onlyOnce(value as RunReport), ...(ids.length > 0 ? { recoverable: ids } : {}) }
}

/** What the answer of a single tool says beside its output. */
function factsOf(answers: readonly JsonObject[]): Pick<ExecuteResponse, 'isStructured' | '_meta'> {
  const [only, ...more] = answers
  if (only === undefined || more.length > 0) return {}
  const { _meta, structuredContent, isError } = only
  return {
    ...(structuredContent !== undefined && isError !== true ? { isStructured: true } : {}),
    ...(typeof _meta === 'object' && _meta !== null ? { _meta: _meta as JsonObject } : {}),
  }
}

/** Shortens what each task says, by the length that its tool has. */
async function trimTasks(
  { trimDeps }: RunnerDeps,
  report: RunReport,
  lengthOf: (tool: string) => number | undefined,
): Promise<Trimmed> {
  const trimmed = await Promise.all(
    report.tasks.map((task) =>
      trimOversized(
        { ...trimDeps, maxStringChars: lengthOf(task.tool) ?? trimDeps.maxStringChars },
        task,
      ),
    ),
  )
  const sum = (side: 'before' | 'after'): number =>
    trimmed.reduce((total, { chars }) => total + chars[side], 0)
  return {
    value: { ...report, tasks: trimmed.map(({ value }) => value) },
    ids: [...new Set(trimmed.flatMap(({ ids }) => ids))],
    chars: { before: sum('before'), after: sum('after') },
  }
}

/** The output of a single tool is said once, as the result. */
function onlyOnce(report: RunReport): ExecuteResponse {
  const [only, ...more] = report.tasks
  if (only === undefined || more.length > 0) return report
  const { output, ...task } = only
  return { ...report, tasks: [task], ...(output === undefined ? {} : { result: output }) }
}
