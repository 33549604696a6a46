import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { AskedClient } from '../../ports/asked-client.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ServerStatus, UpstreamOptions } from '../../ports/tool-server.ts'
import { attendCall } from './calls/attend-call.ts'
import type { ServerDefinition } from './definition.ts'
import type { Identity } from './identities.ts'
import type { OpenClient } from './open-client.ts'

/** One upstream: started by the first use, stopped when idle, restarted with growing pauses. */
export interface Connection {
  use<Result>(
    options: UpstreamOptions,
    work: (client: OpenClient, options: UpstreamOptions) => Promise<Result>,
  ): Promise<Result>
  status(): ServerStatus
  isBusy(): boolean
  close(): Promise<void>
}

const firstPauseMs = 500
const longestPauseMs = 60_000

export function createConnection(
  definition: ServerDefinition,
  identity: Pick<Identity, 'resolve' | 'fetch'>,
  now: Clock,
  onToolsChanged: () => void,
  /** What the clients of this connection can be asked; nothing where it is absent. */
  capabilities?: AskedClient['capabilities'],
): Connection {
  const asked: AskedClient[] = []
  let connecting: Promise<OpenClient> | undefined
  let isConnected = false
  let failures = 0
  let retryAt = 0
  let problem = definition.problem
  let isAwaitingPeople = false
  let inUse = 0
  /** Whether its tools are known; a client that can be asked may be shown others than all the rest. */
  let isLookedAt = true
  let idleTimer: NodeJS.Timeout | undefined
  const closing = new AbortController()

  function fail(reason: string): void {
    failures += 1
    retryAt = now() + Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
    problem = reason
    isConnected = false
    connecting = undefined
  }

  async function connect(era: string | undefined): Promise<OpenClient> {
    try {
      // Loaded with the first start: the protocol's code takes longer to load than we take to start.
      const { openClient } = await import('./open-client.ts')
      const client = await openClient(
        await identity.resolve(),
        identity.fetch,
        era,
        { onToolsChanged, onClose: fail },
        closing.signal,
        capabilities && { capabilities, current: () => asked.at(-1) },
      )
      isConnected = true
      isLookedAt = capabilities === undefined
      return client
    } catch (error) {
      fail(error instanceof EngineError ? withoutName(error, definition.name) : String(error))
      isAwaitingPeople = error instanceof EngineError && waitsForPeople.includes(error.code)
      // Nothing is wrong with the server: whoever does what the hint says is served at once.
      if (isAwaitingPeople) retryAt = 0
      throw error
    }
  }

  async function stop(): Promise<void> {
    clearTimeout(idleTimer)
    const client = await connecting?.catch(() => undefined)
    isConnected = false
    connecting = undefined
    await client?.close()
  }

  function rest(): void {
    clearTimeout(idleTimer)
    if (inUse > 0 || closing.signal.aborted) return
    idleTimer = setTimeout(() => void stop().catch(() => undefined), definition.idleMs)
    idleTimer.unref()
  }

  return {
    async use(options, work) {
      const isBarred = closing.signal.aborted || definition.problem !== undefined || now() < retryAt
      if (!connecting && isBarred) throw resting(definition.name, problem)
      inUse += 1
      const limitMs = options.timeoutMs ?? definition.timeoutMs
      const call = attendCall(options.client, { server: definition.name, limitMs, now })
      if (call.client) asked.push(call.client)
      try {
        connecting ??= connect(options.era)
        const client = await untilAborted(connecting, options.signal)
        const result = await call.run(options, (all) => work(client, all))
        failures = 0
        problem = undefined
        isAwaitingPeople = false
        if (!isLookedAt) onToolsChanged()
        isLookedAt = true
        return result
      } finally {
        if (call.client) asked.splice(asked.indexOf(call.client), 1)
        inUse -= 1
        rest()
      }
    },
    status: () => ({
      transport: definition.transport,
      state: stateOf(isConnected, connecting !== undefined, problem),
      ...(problem === undefined ? {} : { problem, retryAt }),
      ...(isAwaitingPeople ? { isAwaitingPeople } : {}),
    }),
    isBusy: () => inUse > 0,
    close() {
      closing.abort()
      return stop()
    },
  }
}

const waitsForPeople: readonly string[] = ['login_needed', 'credential_missing']

function stateOf(
  isConnected: boolean,
  isConnecting: boolean,
  problem: string | undefined,
): ServerStatus['state'] {
  if (isConnected) return 'running'
  if (isConnecting) return 'starting'
  return problem === undefined ? 'stopped' : 'failed'
}

/** A caller that leaves does not take the shared start-up with it. */
function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return work
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

function resting(server: string, problem = 'it failed a moment ago'): EngineError {
  return new EngineError('server_unavailable', phrase`${server} is not available: ${problem}`, {
    hint: '`tamis gateway doctor` says more.',
    details: { server },
  })
}

function withoutName({ message, hint, code }: EngineError, server: string): string {
  const start = `${server} is not available: `
  const said = message.startsWith(start)
    ? message.slice(start.length)
    : message.replace(`${server} `, 'it ')
  return waitsForPeople.includes(code) && hint ? `${said}. ${hint}` : said
}
