import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { CatalogTool, Trace } from '../../../ports/store/catalog.ts'
import type { SchemaValidator, ToolCallResult } from '../../../ports/tool-server.ts'
import type { Holdings } from '../catalog/holdings.ts'
import type { OwnTool } from '../catalog/own-tools.ts'
import { accountShortened } from './account-shortened.ts'
import { type ExecuteDeps, type ExecuteInput, execute } from './execute.ts'
import { outputOf } from './output.ts'
import { trimOversized } from './oversized.ts'
import type { RunReport, TaskReport } from './run-dag.ts'
import type { ShortenDeps } from './shorten-result.ts'

export type { ExecuteInput } from './execute.ts'
export { type OversizedDeps, trimOversized } from './oversized.ts'
export type { RunReport } from './run-dag.ts'

export interface RunnerDeps extends ShortenDeps {
  readonly now: Clock
  readonly loadValidator: () => Promise<SchemaValidator>
  /** The tool of our own behind a tool of the catalog. */
  ownTool(tool: CatalogTool): Promise<OwnTool | undefined>
  callUpstream(
    tool: CatalogTool,
    args: Parameters<ExecuteDeps['callTool']>[1],
    options: Parameters<ExecuteDeps['callTool']>[2],
  ): Promise<ToolCallResult>
  mayCall(tool: CatalogTool): boolean
  needsConfirm(tool: CatalogTool): boolean
}

export interface ExecuteCall {
  readonly source: string
  /** The connection it came over, where there is one. */
  readonly session?: string | undefined
  /** Tools of our own do for it what its token allows. */
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
  readonly onTaskEnd?: (report: TaskReport, done: number, total: number) => void
}

/** What was run, with outputs shortened where they are too long. */
export interface ExecuteResponse extends RunReport {
  /** The output, when one tool ran. */
  readonly result?: unknown
  /** Ids that bring back what was shortened. */
  readonly recoverable?: readonly string[]
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
    onTrace: (trace: Trace, report: RunReport) => Promise<void>,
  ): Promise<{ readonly response: ExecuteResponse; readonly trace: Trace }>
}

export function createRunner(deps: RunnerDeps): Runner {
  const callFor =
    (caller: Caller | undefined): ExecuteDeps['callTool'] =>
    async (tool, args, options) => {
      const own = await deps.ownTool(tool)
      if (own) return own.run(args, { caller, signal: options.signal })
      return outputOf(tool, await deps.callUpstream(tool, args, options))
    }

  return {
    async execute(held, input, call, onTrace) {
      const { report, trace } = await execute(
        { ...deps, callTool: callFor(call.caller), validate: await deps.loadValidator() },
        held,
        input,
        call.signal,
        call.onTaskEnd,
      )
      await onTrace(trace, report)
      return { response: await toResponse(deps, report, call), trace }
    },
  }
}

async function toResponse(
  deps: RunnerDeps,
  report: RunReport,
  { source, caller }: ExecuteCall,
): Promise<ExecuteResponse> {
  const shortened = await trimOversized(deps.trimDeps, report)
  const what = report.tasks.map(({ tool }) => tool).join(', ')
  const facts = { kind: 'execute', what, source, caller } as const
  await accountShortened(deps, { whole: report, ...shortened }, facts)
  const { value, ids } = shortened
  return { ...onlyOnce(value as RunReport), ...(ids.length > 0 ? { recoverable: ids } : {}) }
}

/** The output of a single tool is said once, as the result. */
function onlyOnce(report: RunReport): ExecuteResponse {
  const [only, ...more] = report.tasks
  if (only === undefined || more.length > 0) return report
  const { output, ...task } = only
  return { ...report, tasks: [task], ...(output === undefined ? {} : { result: output }) }
}
