import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isConnectionGone } from '../connections.ts'

/** Behind the calls, should one get lost. */
const pollMs = 5000
const reconnectMs = 500

/** A connection that several use: their questions wait for each other. */
export interface SharedClient {
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>
  end(): Promise<void>
  onEnd(listener: () => void): void
}

/** One schema that is listened for. */
interface Member {
  readonly channel: string
  /** Looks for what was missed: on a new connection, and now and then. */
  look(client: SharedClient): Promise<void>
  hear(payload: string | undefined): void
  /** The connection is gone, and what it held. */
  lost(): void
}

/** One connection of a daemon beside its pool: it hears the news of all its schemas, and holds their locks. */
export interface Listener {
  /** Resolves when the member was greeted; later connections greet it by themselves. */
  join(member: Member): Promise<void>
  leave(member: Member): Promise<void>
}

/** Opened by the first who joins, closed by the last who leaves. */
export function openListener(connect: () => Promise<pg.Client>): Listener {
  const members = new Set<Member>()
  let current: Promise<SharedClient> | undefined
  let ending = new AbortController()

  async function open(): Promise<SharedClient> {
    const client = await connect()
    client.on('notification', ({ channel, payload }) => {
      for (const member of members) if (member.channel === channel) member.hear(payload)
    })
    return shared(client)
  }

  async function greet(client: SharedClient, member: Member): Promise<void> {
    await client.query(`listen "${member.channel}"`)
    await member.look(client)
  }

  /** What is wrong with one schema is no reason for the others not to hear anything. */
  async function forEach(work: (member: Member) => Promise<void>): Promise<void> {
    for (const member of members) {
      try {
        await work(member)
      } catch (error) {
        member.lost()
        if (isConnectionGone(error)) throw error
      }
    }
  }

  /** Whatever went wrong, a daemon that stops trying would never hear anything again. */
  async function openAgain(over: AbortSignal): Promise<SharedClient> {
    for (;;) {
      await pause(reconnectMs, undefined, { signal: over, ref: false })
      try {
        const client = await open()
        await forEach((member) => greet(client, member))
        return client
      } catch (error) {
        if (over.aborted) throw error
      }
    }
  }

  async function stayOpen(first: SharedClient, over: AbortSignal): Promise<void> {
    for (let client = first; ; ) {
      await untilGone(client, () => forEach((member) => member.look(client)), over)
      if (over.aborted) return
      for (const member of members) member.lost()
      client = await openAgain(over)
      current = Promise.resolve(client)
    }
  }

  function connected(): Promise<SharedClient> {
    current ??= open().then(
      (client) => {
        // Ends only by an abort, when all have left.
        stayOpen(client, ending.signal).catch(() => undefined)
        return client
      },
      (error: unknown) => {
        current = undefined
        throw error
      },
    )
    return current
  }

  return {
    async join(member) {
      const client = await connected()
      members.add(member)
      await greet(client, member)
    },
    async leave(member) {
      members.delete(member)
      member.lost()
      if (members.size > 0) return
      const open = current
      ending.abort()
      ending = new AbortController()
      current = undefined
      const client = await open?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

/** Until the connection ends; looking for missed news now and then also finds one that ended unheard. */
async function untilGone(
  client: SharedClient,
  look: () => Promise<void>,
  left: AbortSignal,
): Promise<void> {
  const ended = new AbortController()
  client.onEnd(() => ended.abort())
  const over = AbortSignal.any([ended.signal, left])
  while (!over.aborted) {
    await pause(pollMs, undefined, { signal: over, ref: false }).catch(() => undefined)
    if (over.aborted) break
    await look().catch(() => ended.abort())
  }
  await client.end().catch(() => undefined)
}

function shared(client: pg.Client): SharedClient {
  let previous: Promise<unknown> = Promise.resolve()
  return {
    query(text, values = []) {
      const asked = previous.then(() => client.query(text, [...values]))
      previous = asked.catch(() => undefined)
      return asked
    },
    end: () => client.end(),
    onEnd: (listener) => client.once('end', listener),
  }
}
