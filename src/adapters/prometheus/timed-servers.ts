import { EngineError } from '../../errors.ts'
import type { Meter } from '../../ports/meter.ts'
import type { ServerLink, ToolServers } from '../../ports/tool-server.ts'
import type { Watchers } from './timed-store.ts'

/** With two outcomes each they stay below what the meter holds of one metric. */
const mostTools = 200
const mostServers = 100

/**
 * Makes the servers of each namespace the same ones with what they are asked timed, and a span for
 * what a request waits for. Arguments and answers are in neither.
 */
export function timedServers(
  watchers: Watchers,
): <Servers extends ToolServers>(servers: Servers) => Servers {
  const { meter, tracer } = watchers
  const all: ToolServers[] = []
  const serverLabel = nameLabels(mostServers)
  const toolLabel = nameLabels(mostTools)
  watchConnected(meter, all, serverLabel)

  async function timed<Answer>(
    asked: Asked,
    run: () => Promise<Answer>,
    outcomeOf: (answer: Answer) => string = () => 'done',
  ): Promise<Answer> {
    const { call, tool } = asked
    const server = serverLabel(asked.server)
    const startedAt = performance.now()
    const span = tracer?.child(`upstream ${call}`, 'upstream')
    let outcome = 'internal_error'
    try {
      const answer = await run()
      outcome = outcomeOf(answer)
      return answer
    } catch (error) {
      if (error instanceof EngineError) outcome = error.code
      throw error
    } finally {
      const isDone = outcome === 'done'
      meter.count('tamis_upstream_calls_total', { server, call, outcome })
      meter.time('tamis_upstream_seconds', { server, call }, (performance.now() - startedAt) / 1000)
      if (tool !== undefined)
        meter.count('tamis_tool_calls_total', {
          server,
          tool: toolLabel(tool, server),
          outcome: isDone ? 'done' : 'failed',
        })
      span?.end(
        {
          'tamis.upstream.server': plainOr(asked.server),
          ...(tool === undefined ? {} : { 'tamis.upstream.tool': plainOr(tool) }),
          'tamis.outcome': outcome,
        },
        !isDone,
      )
    }
  }

  /** What a client asks in a session of its own, from each question to its answer. */
  function timedLink(servers: ToolServers): ToolServers['link'] {
    return async (server, events, caller) => {
      const waiting = new Map<unknown, (outcome: 'done' | 'refused') => void>()
      const link = await servers.link(
        server,
        {
          onMessage(message) {
            if (!('method' in message)) waiting.get(message.id)?.(outcomeIn(message))
            events.onMessage(message)
          },
          onClose() {
            for (const end of waiting.values()) end('refused')
            events.onClose()
          },
        },
        caller,
      )
      const send: ServerLink['send'] = async (message) => {
        const { id, method } = message
        if (id === undefined || method === undefined || waiting.size >= mostWaiting)
          return link.send(message)
        const answered = new Promise<'done' | 'refused'>((resolve) => waiting.set(id, resolve))
        const asked = { server, call: 'relay' } as const
        void timed(asked, () => answered.finally(() => waiting.delete(id)), String)
        return link.send(message)
      }
      return { ...link, send }
    }
  }

  return (servers) => {
    all.push(servers)
    return {
      ...servers,
      list: (server, options) =>
        timed({ server, call: 'list' }, () => servers.list(server, options)),
      call: (server, tool, args, options) =>
        timed(
          { server, call: 'call', tool },
          () => servers.call(server, tool, args, options),
          ({ isError }) => (isError ? 'tool_error' : 'done'),
        ),
      request: (server, method, params, options) =>
        timed({ server, call: 'request' }, () => servers.request(server, method, params, options)),
      exchange: (server, request) =>
        timed(
          { server, call: 'relay' },
          () => servers.exchange(server, request),
          ({ ok }) => (ok ? 'done' : 'refused'),
        ),
      link: timedLink(servers),
    }
  }
}

/** A client that asks and never hears must not fill our memory. */
const mostWaiting = 1000

function outcomeIn(message: object): 'done' | 'refused' {
  return 'error' in message ? 'refused' : 'done'
}

interface Asked {
  readonly server: string
  readonly call: 'list' | 'call' | 'request' | 'relay'
  readonly tool?: string
}

/** One that the configuration no longer names is not connected. */
function watchConnected(
  meter: Meter,
  all: readonly ToolServers[],
  labelOf: (server: string) => string,
): void {
  const known = new Set<string>()
  meter.beforeRead(() => {
    const running = all.flatMap((servers) =>
      servers.names().flatMap((name) => {
        const label = labelOf(name)
        known.add(label)
        return servers.status(name).state === 'running' ? [label] : []
      }),
    )
    for (const server of known)
      meter.set(
        'tamis_upstream_connected',
        { server },
        running.filter((label) => label === server).length,
      )
  })
}

/** What names are made of in practice; a server may call its tool anything, also a whole text. */
const plainName = /^[A-Za-z0-9_./-]{1,64}$/

/** The name if it is plain, else `other`. */
function plainOr(name: string): string {
  return plainName.test(name) ? name : 'other'
}

/**
 * Names that others chose, as values of a label: plain ones, and of all scopes together no more than
 * `most`, the first that come; the rest are `other`.
 */
function nameLabels(most: number): (name: string, scope?: string) => string {
  const known = new Set<string>()
  return (name, scope = '') => {
    const key = JSON.stringify([scope, name])
    if (known.has(key)) return name
    if (known.size >= most || plainOr(name) !== name) return 'other'
    known.add(key)
    return name
  }
}
