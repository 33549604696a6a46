import { createOpenTasks } from './open-tasks.ts'
import type { Message, RelayedServer } from './relayed-server.ts'

/** A connection that several requests share; each gets an id of ours, and its own answers back. */
export interface SharedLink {
  /** Sends one message; the function that is returned says that nobody waits for more. */
  send(message: Message, onReply: (reply: Message) => Promise<void>): () => void
  /** Begins to end the server; whoever stops the daemon waits for all of them at once. */
  close(): Promise<void>
}

interface Exchange {
  readonly id: unknown
  readonly token: unknown
  readonly onReply: (reply: Message) => Promise<void>
}

const idleMs = 5 * 60_000
const subscription = 'io.modelcontextprotocol/subscriptionId'

export function createSharedLink(
  relay: RelayedServer['relay'],
  onFault: (error: unknown) => void,
  onEnd: () => void,
): SharedLink {
  const exchanges = new Map<number, Exchange>()
  const tasks = createOpenTasks()
  let next = 1
  let last: Promise<void> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  const opened = relay.link({
    onMessage(message) {
      last = last.then(() => deliver(message)).catch(onFault)
    },
    onClose() {
      failAll('the server ended')
      onEnd()
    },
  })
  opened.catch((error: unknown) => {
    failAll(error instanceof Error ? error.message : String(error))
    onEnd()
  })

  async function deliver(message: Message): Promise<void> {
    tasks.note('method' in message ? message.params : message.result)
    if (!('method' in message)) {
      const exchange = exchanges.get(Number(message.id))
      exchanges.delete(Number(message.id))
      return exchange?.onReply({ ...message, id: exchange.id })
    }
    const params = asObject(message.params)
    const meta = asObject(params._meta)
    const own = exchanges.get(Number(params.progressToken ?? meta[subscription]))
    const exchange = own ?? [...exchanges.values()].at(-1)
    await exchange?.onReply(own ? withTheirIds(message, own) : message)
  }

  function failAll(reason: string): void {
    for (const id of exchanges.keys()) fail(id, reason)
  }

  function fail(id: number, message: string): void {
    const exchange = exchanges.get(id)
    exchanges.delete(id)
    const error = { code: -32603, message }
    exchange?.onReply({ jsonrpc: '2.0', id: exchange.id, error }).catch(onFault)
  }

  async function close(): Promise<void> {
    clearTimeout(idle)
    const link = await opened.catch(() => undefined)
    link?.close().catch(onFault)
    failAll('the server was ended')
    await last
  }

  /** A server that nobody asks and that works on no task rests; the next request starts it again. */
  function rest(): void {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (exchanges.size > 0 || tasks.areThere()) return rest()
      onEnd()
      close().catch(onFault)
    }, idleMs)
    idle.unref()
  }

  function forward(message: Message): void {
    rest()
    opened
      .then((link) => link.send(message))
      .catch((error: unknown) => {
        if (message.id === undefined) onFault(error)
        else fail(Number(message.id), error instanceof Error ? error.message : String(error))
      })
  }

  return {
    send(message, onReply) {
      if (message.id === undefined) {
        forward(message)
        return () => undefined
      }
      const id = next++
      const params = asObject(message.params)
      const meta = asObject(params._meta)
      exchanges.set(id, { id: message.id, token: meta.progressToken, onReply })
      const marked = 'progressToken' in meta ? { ...meta, progressToken: id } : meta
      forward({ ...message, id, params: { ...params, _meta: marked } })
      return () => {
        if (!exchanges.delete(id)) return
        const gone = { requestId: id, reason: 'the client left' }
        forward({ jsonrpc: '2.0', method: 'notifications/cancelled', params: gone })
      }
    },
    close,
  }
}

function withTheirIds(message: Message, { id, token }: Exchange): Message {
  const params = asObject(message.params)
  const meta = asObject(params._meta)
  return {
    ...message,
    params: {
      ...params,
      ...('progressToken' in params ? { progressToken: token } : {}),
      ...(subscription in meta ? { _meta: { ...meta, [subscription]: id } } : {}),
    },
  }
}

function asObject(value: unknown): Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Message)
    : {}
}
