import { EngineError } from '../../../errors.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { LinkEvents, ServerLink } from '../../../ports/tool-server.ts'
import type { ServerDefinition } from '../definition.ts'
import type { Identities } from '../identities.ts'

/** Conversations of single clients with servers. None outlives its server's definition, nor the daemon. */
interface Links {
  open(server: string, events: LinkEvents, caller: Caller | undefined): Promise<ServerLink>
  /** Ends those with this server; their clients are told. */
  end(server: string): Promise<void>
  close(): Promise<void>
}

interface Opening {
  readonly server: string
  readonly events: LinkEvents
  readonly link: Promise<ServerLink>
}

export function createLinks(
  definitionOf: (server: string) => ServerDefinition,
  identityOf: Identities,
): Links {
  const openings = new Set<Opening>()
  let isClosed = false

  async function endAll(ended: readonly Opening[]): Promise<void> {
    await Promise.allSettled(ended.map(async ({ link }) => (await link).close()))
  }

  return {
    async open(server, events, caller) {
      const { openLink } = await import('./link.ts')
      const identity = await identityOf(definitionOf(server), caller)
      const definition = await identity.resolve()
      // From here on without a pause: a process that starts after the last look would run for ever.
      if (isClosed) throw new EngineError('shutting_down', 'Tamis is stopping')
      const gone = (): void => void openings.delete(opening)
      const link = openLink(definition, identity.fetch, {
        onMessage: events.onMessage,
        onClose() {
          gone()
          events.onClose()
        },
      })
      const opening = { server, events, link }
      openings.add(opening)
      link.catch(gone)
      const { send, close } = await link
      return { send, close: () => close().finally(gone) }
    },
    async end(server) {
      const ended = [...openings].filter((opening) => opening.server === server)
      for (const { events } of ended) events.onClose()
      await endAll(ended)
    },
    close() {
      isClosed = true
      return endAll([...openings])
    },
  }
}
