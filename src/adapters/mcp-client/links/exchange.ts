import type { Fetch } from '../../../network/guarded-fetch.ts'
import type { UpstreamRequest } from '../../../ports/tool-server.ts'
import type { ServerDefinition } from '../definition.ts'
import { engineErrorIn, messageOf, requireUsable, unavailable } from '../unavailable.ts'

/** Sends a client's HTTP request on to the configured address; its answer comes back as it is. */
export async function exchangeOverHttp(
  definition: ServerDefinition,
  fetch: Fetch,
  { method, headers, body, signal }: UpstreamRequest,
): Promise<Response> {
  requireUsable(definition)
  if (definition.transport !== 'http') throw unavailable(definition.name, 'it has no address')
  try {
    return await fetch(definition.url, {
      method,
      headers: { ...headers, ...definition.headers },
      body: body ?? null,
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    const refusal = engineErrorIn(error)
    if (refusal) throw refusal
    throw unavailable(definition.name, messageOf(error), error)
  }
}
