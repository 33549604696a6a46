import type { RunningDaemon } from '../e2e/tamis.ts'
import { postJson } from '../e2e/tamis.ts'
import { callOperation, type PostgresCluster } from './postgres-cluster.ts'

/** What a client was promised: text `text` comes back under `id`, from any daemon. */
export interface Promised {
  readonly id: string
  readonly text: string
}

/** Each request asks for a model of its own, by which its row is found. */
export function modelOf(session: string): string {
  return `load-${session}`
}

export interface Accountable {
  readonly kind: 'prune' | 'proxy'
  /** Of the row: the id of a prune, the session of the only request in it. */
  readonly name: string
  readonly daemon: string
  /** When its answer had ended, in milliseconds since the start. */
  readonly at: number
}

/** One request that was not answered well. */
export interface Refused {
  readonly action: string
  readonly daemon: number
  readonly from: number
  readonly to: number
  readonly status: number
  /** The error code of the answer; `no answer` when the connection broke. */
  readonly code: string
}

export interface LoadReport {
  readonly promised: readonly Promised[]
  /** Requests that were answered whole and so must have a row in the ledger. */
  readonly accountable: readonly Accountable[]
  /** Requests answered well, by action. */
  readonly done: Readonly<Record<string, number>>
  readonly refused: readonly Refused[]
  /** Recoveries during the load that gave another text than was promised. */
  readonly wrong: readonly string[]
}

type Answer = Awaited<ReturnType<typeof postJson>>

const noise = 'a line of a build log that says nothing of note\n'.repeat(60)
const toolText = (client: number, turn: number, at: number): string =>
  `result ${client}-${turn}-${at} ${'of a file that was read\n'.repeat(150)}`

/** Documents and tools for the searches of the load. */
export async function fillCluster(cluster: PostgresCluster): Promise<void> {
  const [daemon] = cluster.daemons
  if (!daemon) throw new Error('no daemon runs')
  const documents = Array.from({ length: 20 }, (_, at) => ({
    id: `doc-${at}`,
    title: `Keys of machine ${at}`,
    text: `# Keys of machine ${at}\n\nRotate the keys of machine ${at} every ${at + 2} weeks.`,
  }))
  const tools = ['read file', 'write file', 'send mail'].map((name) => ({
    name: name.replace(' ', '_'),
    description: `Use it to ${name}s`,
  }))
  for (const [operation, input] of [
    ['knowledge.ingest', { documents, source: 'load' }],
    ['catalog.register', { server: 'load', tools }],
  ] as const) {
    const { status, text } = await callOperation(daemon, operation, input)
    if (status !== 200) throw new Error(`${operation}: ${text}`)
  }
}

interface Load {
  readonly clients: number
  readonly ms: number
  /** Ends it earlier. */
  readonly ended?: AbortSignal
}

/** So many clients, each one request after another, at any daemon, for so long. */
export async function runLoad(
  cluster: PostgresCluster,
  { clients, ms, ended }: Load,
): Promise<LoadReport> {
  const promised: Promised[] = []
  const accountable: Accountable[] = []
  const done: Record<string, number> = {}
  const refused: Refused[] = []
  const wrong: string[] = []
  const began = cluster.elapsedMs()
  const until = began + ms

  const actions: Readonly<
    Record<string, (daemon: RunningDaemon, client: number, turn: number) => Promise<Answer>>
  > = {
    async prune(daemon, client, turn) {
      const text = `run ${client}-${turn}\n${noise}error: the disk of run ${client}-${turn} is full\n`
      const answer = await callOperation(daemon, 'prune', { text, goal: 'why does it fail' })
      const { prune_id: id, warnings = [] } = (answer.body ?? {}) as Pruned
      if (answer.status === 200 && id && !warnings.includes('recovery_unavailable'))
        promised.push({ id, text })
      if (answer.status === 200 && id)
        accountable.push({ kind: 'prune', name: id, daemon: daemon.url, at: cluster.elapsedMs() })
      return answer
    },
    async recover(daemon, client, turn) {
      const one = promised[(client * 7919 + turn * 104_729) % Math.max(1, promised.length)]
      if (!one) return callOperation(daemon, 'catalog.list', {})
      const answer = await callOperation(daemon, 'recover', { id: one.id })
      if (answer.status === 200 && textOf(answer) !== one.text) wrong.push(one.id)
      return answer
    },
    async proxy(daemon, client, turn) {
      const messages = conversation(client, turn)
      const session = `${began}-${client}-${turn}`
      const answer = await postJson(
        `${daemon.url}/v1/chat/completions`,
        { model: modelOf(session), messages, stream: turn % 2 === 0 },
        { authorization: 'Bearer load', 'x-session-id': session },
      )
      if (answer.status === 200)
        accountable.push({
          kind: 'proxy',
          name: session,
          daemon: daemon.url,
          at: cluster.elapsedMs(),
        })
      promised.push(...maskedByProxy(cluster))
      return answer
    },
    search: (daemon, client) =>
      callOperation(daemon, 'knowledge.search', { query: `rotate keys machine ${client % 20}` }),
    discover: (daemon) => callOperation(daemon, 'discover', { intent: 'write a file' }),
  }
  const names = Object.keys(actions)

  async function client(number: number): Promise<void> {
    for (let turn = 0; cluster.elapsedMs() < until && !ended?.aborted; turn++) {
      const name = names[(number + turn) % names.length] ?? 'prune'
      const daemon = (number + turn * 31) % cluster.daemons.length
      const target = cluster.daemons[daemon]
      if (!target) continue
      const from = cluster.elapsedMs()
      const answer = await actions[name]?.(target, number, turn).catch(() => undefined)
      if (answer?.status === 200) done[name] = (done[name] ?? 0) + 1
      else {
        const code = codeOf(answer)
        const status = answer?.status ?? 0
        refused.push({ action: name, daemon, from, to: cluster.elapsedMs(), status, code })
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  promised.push(...maskedByProxy(cluster))
  return { promised, accountable, done, refused, wrong }
}

/** The text that came back, whichever way it is named. */
export function textOf(answer: Answer): string | undefined {
  return (answer.body as { raw_text?: string } | undefined)?.raw_text
}

interface Pruned {
  readonly prune_id?: string
  readonly warnings?: readonly string[]
}

/** Long enough that old results are masked; each has a text of its own. */
function conversation(client: number, turn: number): readonly object[] {
  const start = { role: 'user', content: 'Find out why the build fails.' }
  const turns = Array.from({ length: 24 }, (_, at) => {
    const id = `call_${at}`
    const call = { name: 'read', arguments: `{"path":"src/${client}/${at}.ts"}` }
    return [
      { role: 'assistant', content: '', tool_calls: [{ id, type: 'function', function: call }] },
      { role: 'tool', tool_call_id: id, content: toolText(client, turn, at) },
    ]
  })
  return [start, ...turns.flat()]
}

/** What the provider got in place of tool results since the last look, and the texts they stand for. */
function maskedByProxy(cluster: PostgresCluster): readonly Promised[] {
  return cluster.provider.seen.splice(0).flatMap(({ body }) => {
    const { messages } = JSON.parse(body.toString('utf8')) as {
      messages: { role: string; tool_call_id?: string; content: string }[]
    }
    const whole = messages.find(
      ({ role, content }) => role === 'tool' && content.startsWith('result '),
    )
    const [client = '', turn = ''] = whole?.content.split(' ')[1]?.split('-') ?? []
    return messages.flatMap(({ role, content, tool_call_id }) => {
      const id = role === 'tool' ? content.match(/msk_\w+/)?.[0] : undefined
      const at = Number(tool_call_id?.split('_')[1])
      return id ? [{ id, text: toolText(Number(client), Number(turn), at) }] : []
    })
  })
}

function codeOf(answer: Answer | undefined): string {
  if (!answer) return 'no answer'
  const { code, error } = (answer.body ?? {}) as { code?: string; error?: { code?: string } }
  return error?.code ?? code ?? `status ${answer.status}`
}
