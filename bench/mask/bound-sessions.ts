import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultText } from '../../src/core/mask/entry/result-text.ts'
import { observations } from '../../src/core/mask/facts/turns.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import { newFolder, type RunningDaemon, startTamis } from '../../test/e2e/tamis.ts'
import { type BindingProvider, startBindingProvider } from '../../test/support/binding-provider.ts'
import { postgresPrograms, startPostgres } from '../../test/support/postgres-server.ts'
import { newConversation, type Step, takeStep } from '../../test/support/scripted-agent.ts'
import { loadSessions, type Session } from './sessions.ts'

const repository = join(import.meta.dirname, '../..')
/** The version before: this many commits back, or a revision of your own. */
const previous = process.env.TAMIS_BENCH_PREVIOUS ?? 'HEAD~40'

/**
 * `npm run bench -- mask-bound`: recorded sessions on Anthropic's wire, with thinking in every reply,
 * through real daemons to a provider that signs thinking over its prefix and refuses what was changed.
 */
export async function bench(): Promise<void> {
  const sets = ['mini-swe', 'swe-agent', 'tau-airline', 'pi-large'].map(loadSessions)
  const sessions = sets.flatMap((set) => set ?? [])
  if (sets.includes(undefined)) {
    console.log('data not found, see bench/README.md')
    return
  }
  const provider = await startBindingProvider()
  const env = {
    TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
    TAMIS_MASK_PRUNE_MIN_TOKENS: '500',
  }
  console.log('recorded sessions with signed thinking; a failure is an answer other than 200')
  console.log(
    `${'daemons'.padEnd(44)}  sessions  requests  failures  thinking accepted  chars sent / came`,
  )
  const one = await startTamis({ env })
  await run('one', sessions, provider, () => one)
  await one.stop()
  await inTurns('two versions in turn, one home', sessions, provider, env, previousProgram())
  await onPostgres(sessions, provider, env)
  await provider.close()
}

/** A daemon holds its home alone: each takes twenty sessions' next steps, then the other. */
async function inTurns(
  name: string,
  sessions: readonly Session[],
  provider: BindingProvider,
  env: Record<string, string>,
  other: string,
): Promise<void> {
  const home = newFolder()
  const runs = sessions.filter(isMedium).map(toRun)
  const totals = { requests: 0, failures: 0, accepted: provider.accepted, came: 0, sent: 0 }
  for (let round = 0; runs.some((each) => each.steps.length > 0); round++) {
    const daemon = await startTamis({
      env,
      home,
      ...(round % 2 === 1 ? { program: other } : {}),
    })
    for (const each of runs) await advance(each, daemon.url, 8, provider, totals)
    await daemon.stop()
  }
  print(name, runs.length, provider, totals)
}

async function onPostgres(
  sessions: readonly Session[],
  provider: BindingProvider,
  env: Record<string, string>,
): Promise<void> {
  if (postgresPrograms === undefined) {
    console.log('two daemons on one Postgres: no server is installed here')
    return
  }
  const server = await startPostgres()
  const shared = { ...env, TAMIS_DATABASE_URL: server.url }
  const daemons = [await startTamis({ env: shared }), await startTamis({ env: shared })]
  await run('two, request by request, one Postgres', sessions.filter(isMedium), provider, (at) => {
    const daemon = daemons[at % 2]
    if (!daemon) throw new Error('there are two daemons')
    return daemon
  })
  for (const daemon of daemons) await daemon.stop()
  await server.remove()
}

const isMedium = ({ messages }: Session): boolean => messages.length > 40 && messages.length < 300

interface Totals {
  requests: number
  failures: number
  /** Before the first of them. */
  accepted: number
  came: number
  sent: number
}

function toRun({ messages }: Session) {
  return { conversation: newConversation(), steps: [...stepsOf(messages)] }
}

async function run(
  name: string,
  sessions: readonly Session[],
  provider: BindingProvider,
  daemonOf: (at: number) => RunningDaemon,
): Promise<void> {
  const totals = { requests: 0, failures: 0, accepted: provider.accepted, came: 0, sent: 0 }
  for (const session of sessions) {
    const each = toRun(session)
    for (let at = 0; each.steps.length > 0; at++)
      await advance(each, daemonOf(at).url, 1, provider, totals)
  }
  print(name, sessions.length, provider, totals)
}

/** Takes the next steps, every second one streamed. */
async function advance(
  { conversation, steps }: ReturnType<typeof toRun>,
  url: string,
  count: number,
  provider: BindingProvider,
  totals: Totals,
): Promise<void> {
  for (const step of steps.splice(0, count)) {
    totals.came += JSON.stringify(conversation.messages).length
    const status = await takeStep(url, conversation, step, { stream: totals.requests % 2 === 1 })
    totals.requests++
    if (status !== 200) totals.failures++
    totals.sent += JSON.stringify(JSON.parse(provider.bodies.at(-1) ?? '{}').messages ?? '').length
    provider.bodies.length = 0
  }
}

function print(name: string, sessions: number, provider: BindingProvider, totals: Totals): void {
  console.log(
    [
      name.padEnd(44),
      String(sessions).padStart(8),
      String(totals.requests).padStart(8),
      String(totals.failures).padStart(8),
      String(provider.accepted - totals.accepted).padStart(17),
      (totals.sent / totals.came).toFixed(3).padStart(17),
    ].join('  '),
  )
}

/** Each call of a session and its result, one after another. */
function stepsOf(messages: Session['messages']): readonly Step[] {
  return observations(openaiChat.read(messages)).map(({ tool, call, result }) => ({
    name: tool || 'tool',
    input: inputOf(call.input),
    result: resultText(result) ?? '',
  }))
}

function inputOf(input: unknown): Record<string, unknown> {
  try {
    const parsed: unknown = typeof input === 'string' ? JSON.parse(input) : input
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : { input }
  } catch (error) {
    if (error instanceof SyntaxError) return { input }
    throw error
  }
}

/** The program of an earlier revision, taken out of the repository's history. */
function previousProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-previous-'))
  const archive = execFileSync('git', ['archive', previous], {
    cwd: repository,
    maxBuffer: 2 ** 30,
  })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'src/main.ts')
}
