import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Trace } from '../../ports/store/catalog.ts'
import type { Answers } from './answer/answer.ts'
import { holdingsOf } from './catalog/catalog.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { Recorder } from './past/past.ts'
import type { Reach } from './reach.ts'
import type {
  ExecuteCall,
  ExecuteInput,
  ExecuteResponse,
  Runner,
  RunReport,
  ScriptForm,
} from './run/run.ts'

interface ExecutionDeps extends Pick<Gateway, 'upstreams'> {
  readonly reach: Reach
  readonly runner: Runner
  readonly recorder: Recorder
  readonly answers: Pick<Answers, 'next'>
  readonly servers: { names(): readonly string[] }
  readonly now: Clock
}

/** Runs a tool, a workflow or code for a caller, keeps what happened, and says what usually follows. */
export function executeRecorded(deps: ExecutionDeps) {
  const { reach, runner, recorder, answers, servers, upstreams, now } = deps

  /** What is called has to be listed, or the call says why it cannot be. */
  async function listServers({ id, dag, code }: ExecuteInput, { caller }: ExecuteCall) {
    const ids = [id ?? [], ...(dag?.tasks ?? []).map(({ tool }) => tool)].flat()
    await reach.listServersOf(ids, caller, code)
    for (const server of servers.names())
      if (ids.some((one) => one.startsWith(`tool:${server}:`)))
        await upstreams.requireListed(server, caller)
  }

  return async (input: ExecuteInput, call: ExecuteCall): Promise<ExecuteResponse> => {
    if (input.id?.startsWith('skill:')) throw readNotRun(input.id)
    await listServers(input, call)
    const intent = input.intent ?? recorder.intentFor(call, input.id)
    const isNamed = await reach.shownTo(call.caller, call.client)
    const held = { ...holdingsOf(await reach.heldFor(call.client), call.caller), isNamed }
    const by = call.caller ? { by: call.caller.name } : {}
    let proposed: Pick<ExecuteResponse, 'proposed'> = {}
    const keep = async (trace: Trace, { tasks }: RunReport, script?: ScriptForm): Promise<void> => {
      const [tool] = trace.tools
      if (tool === undefined) return
      const learned = await recorder.keep(
        { ...trace, ...by, intent: trace.intent || recorder.intentFor(call, tool) },
        script,
      )
      if (learned && script) proposed = { proposed: { id: learned.id, inputs: learned.inputs } }
      if (tasks.length !== 1 || !trace.isSuccess || trace.capability) return
      const [output, args = {}] = [tasks[0]?.output, input.args]
      await recorder.noteCall(call, { at: now(), tool, args, output, intent })
    }
    const { response, trace } = await runner.execute(held, { ...input, intent }, call, keep)
    const usual = response.status === 'success' ? await answers.next(trace) : []
    const isShown = (await reach.shownTo(call.caller, call.client)) ?? (() => true)
    const next = usual.filter((id) => isShown({ id }))
    return { ...response, ...proposed, ...(next.length > 0 ? { usuallyNext: next } : {}) }
  }
}

function readNotRun(id: string): EngineError {
  return new EngineError('tool_not_callable', phrase`${id} is a skill: it is read, not run`, {
    hint: phrase`pml_get_details {"id":"${id}"}, or \`tamis details ${id}\`, gives its instructions.`,
    details: { id },
  })
}
