import { requestAt, turns } from '../../demo/agent-session.ts'
import { buildGoal, buildLog } from '../../demo/build-log.ts'
import { handbook } from '../../demo/handbook.ts'
import { demoMemories } from '../../demo/memories.ts'
import { toolbox } from '../../demo/toolbox.ts'
import { enterDemo, leaveDemo } from '../api/access-token.ts'
import { call, callHeaders, type Failure, type Outcome, unreachable } from '../api/call.ts'
import type { OutputOf } from '../api/operations.ts'

/** Everything of the demo lives in a namespace of this name, apart from what is the person's own. */
const demo = { name: 'demo', namespace: 'demo' } as const
const daysKept = 7

/**
 * Opens a namespace for the demo and fills it by the same operations and the same proxy as everything
 * else; the provider is a stand-in inside the daemon. What went wrong, if something did.
 */
export async function loadDemo(
  onStep: (done: number, of: number) => void,
): Promise<Failure | undefined> {
  // One that was left behind is replaced.
  await call('token.revoke', demo)
  const made = await call('token.create', { ...demo, scope: 'admin', expires_days: daysKept })
  if (made.kind === 'failed') return made.failure
  enterDemo(made.value.token)
  const steps = allSteps()
  for (const [at, step] of steps.entries()) {
    onStep(at, steps.length)
    const failure = await step()
    if (!failure) continue
    leaveDemo()
    return failure
  }
  return undefined
}

/** Empties the demo's namespace and ends its token. Called from within the demo. */
export async function removeDemo(): Promise<Failure | undefined> {
  const outcomes: Outcome<unknown>[] = [
    await call('store.purge', { what: 'all' }),
    await call('knowledge.reset', { all: true }),
  ]
  const known = await call('memory.list', { limit: 5000 })
  const learnings = known.kind === 'done' ? known.value.learnings : []
  for (const { id } of learnings) outcomes.push(await call('memory.forget', { id }))
  for (const { server } of toolbox)
    outcomes.push(await call('catalog.register', { server, tools: [] }))
  const failed = outcomes.find((outcome) => outcome.kind === 'failed')
  if (failed) return failed.failure
  leaveDemo()
  return failureOf(await call('token.revoke', demo))
}

type Step = () => Promise<Failure | undefined>

function allSteps(): readonly Step[] {
  return [
    async () =>
      failureOf(await call('knowledge.ingest', { documents: handbook, source: 'handbook' })),
    ...demoMemories.map((text) => async () => failureOf(await call('memory.remember', { text }))),
    ...toolbox.map((server) => async () => failureOf(await call('catalog.register', server))),
    prunedAndAskedBack,
    ...Array.from({ length: turns }, (_, at) => () => sendTurn(at + 1)),
  ]
}

/** A build log that was pruned, and a part of it that was wanted after all. */
async function prunedAndAskedBack(): Promise<Failure | undefined> {
  const pruned = await call('prune', {
    text: buildLog(),
    goal: buildGoal,
    source_type: 'logs',
  })
  if (pruned.kind === 'failed') return pruned.failure
  const { prune_id: id } = pruned.value as OutputOf<'prune'>
  return failureOf(await call('recover', { id, ranges: [{ start_line: 1, end_line: 20 }] }))
}

/** One request of an agent at work, through the proxy. */
async function sendTurn(turn: number): Promise<Failure | undefined> {
  try {
    const response = await fetch('/u/demo/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...callHeaders() },
      body: JSON.stringify(requestAt(turn)),
    })
    await response.text()
    return response.ok ? undefined : { code: String(response.status), message: unreachable.message }
  } catch (error) {
    if (error instanceof TypeError) return unreachable
    throw error
  }
}

function failureOf(outcome: Outcome<unknown>): Failure | undefined {
  return outcome.kind === 'failed' ? outcome.failure : undefined
}
