import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { failure, type Message, type RelayedServer } from './relayed-server.ts'

export interface RelayPump {
  /** Begins to end the server; whoever stops the daemon waits for all of them at once. */
  close(): Promise<void>
}

interface PumpEvents {
  onFault(error: unknown): void
  /** The upstream ended the conversation. */
  onEnd(): void
}

/** Carries messages between one client's transport and a connection that is that client's alone. */
export function pumpMessages(
  upstream: RelayedServer,
  client: Transport,
  events: PumpEvents,
): RelayPump {
  const closing = new AbortController()
  const open = new Map<unknown, unknown>()
  let link: ReturnType<RelayedServer['relay']['link']> | undefined
  let last: Promise<void> = Promise.resolve()

  /** Answers leave in the order in which they came, however long each takes to look at. */
  function toClient(message: Message, review = upstream.review): void {
    last = last
      .then(async () => {
        if (closing.signal.aborted) return
        const reviewed = await review(message)
        await client.send(reviewed as unknown as JSONRPCMessage, streamOf(message, open))
        if (!('method' in message)) open.delete(message.id)
      })
      .catch(events.onFault)
  }

  async function toServer(message: Message): Promise<void> {
    if (message.id !== undefined && 'method' in message)
      open.set(message.id, asObject(asObject(message.params)._meta).progressToken)
    const answer = await upstream.answer(message, closing.signal)
    // What we answer ourselves is not shortened again: it may be what was asked back.
    if (answer) return toClient(answer, async (own) => own)
    // Nobody would end a server that is started now.
    if (closing.signal.aborted) return
    // The first message that may pass is what starts the server.
    link ??= upstream.relay.link({ onMessage: (message) => toClient(message), onClose: failOpen })
    await (await link).send(message)
  }

  /** Whoever waits for a server that ended is told at once, before the session goes. */
  function failOpen(): void {
    const ended = new EngineError(
      'server_unavailable',
      phrase`${upstream.server} ended during the call`,
      {
        hint: '`tamis gateway doctor` says more. The next session starts it again.',
        details: { server: upstream.server },
      },
    )
    for (const id of open.keys()) toClient(failure(id, ended), async (own) => own)
    last = last.then(events.onEnd)
  }

  client.onmessage = (incoming) => {
    const message = incoming as unknown as Message
    toServer(message).catch((error: unknown) => {
      if (!(error instanceof EngineError)) events.onFault(error)
      else if (message.id !== undefined) toClient(failure(message.id, error))
    })
  }
  return {
    async close() {
      closing.abort()
      const opened = await link?.catch(() => undefined)
      opened?.close().catch(events.onFault)
      await last
    },
  }
}

/** What belongs to a call goes out on that call's stream: by its progress token, else the newest one open. */
function streamOf(
  { method, params }: Message,
  open: ReadonlyMap<unknown, unknown>,
): { relatedRequestId?: string | number } {
  if (method === undefined) return {}
  const token = asObject(params).progressToken
  const meant = [...open].find(([, known]) => token !== undefined && known === token)
  const id = meant?.[0] ?? [...open.keys()].at(-1)
  return typeof id === 'string' || typeof id === 'number' ? { relatedRequestId: id } : {}
}

function asObject(value: unknown): Message {
  return typeof value === 'object' && value !== null ? (value as Message) : {}
}
