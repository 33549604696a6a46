import type { ServerResponse } from 'node:http'
import { type AccessTokens, tokenEndsWithinMs } from '../../engine.ts'

/** The answers that are being given, by the token they were asked for with. */
interface OpenRequests {
  add(tokenId: string, response: ServerResponse): void
  stop(): void
}

interface OpenRequestsDeps {
  readonly tokens: Pick<AccessTokens, 'ended'>
  /** Tokens behind what stays open between requests. */
  sessionTokens(): readonly string[]
  /** These are no tokens any more: what they keep open ends. */
  onEnded(tokenIds: readonly string[]): Promise<void>
  onFault(error: unknown): void
}

/** Looks several times a second whether a token behind an open answer was revoked, here or elsewhere, or expired. */
export function trackOpenRequests(deps: OpenRequestsDeps): OpenRequests {
  const { tokens, sessionTokens, onEnded, onFault } = deps
  const open = new Map<string, Set<ServerResponse>>()

  async function endRevoked(): Promise<void> {
    const ids = [...new Set([...open.keys(), ...sessionTokens()])]
    if (ids.length === 0) return
    // A store that is away has revoked nobody as far as we know.
    const ended = await tokens.ended(ids).catch(() => [])
    for (const id of ended) for (const response of open.get(id) ?? []) response.destroy()
    if (ended.length > 0) await onEnded(ended)
  }

  let timer: NodeJS.Timeout | undefined
  function lookAgain(): void {
    timer = setTimeout(() => {
      endRevoked()
        .catch(onFault)
        .finally(() => timer && lookAgain())
    }, tokenEndsWithinMs / 2).unref()
  }
  lookAgain()

  return {
    add(tokenId, response) {
      const responses = open.get(tokenId) ?? new Set()
      open.set(tokenId, responses.add(response))
      response.once('close', () => {
        responses.delete(response)
        if (responses.size === 0 && open.get(tokenId) === responses) open.delete(tokenId)
      })
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
