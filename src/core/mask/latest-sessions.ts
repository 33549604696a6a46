import { originalList } from './original-list.ts'
import type { SeenRequests } from './seen-requests.ts'

/** A conversation that went through the proxy, as far as it is remembered. */
export interface SeenSession {
  readonly id: string
  readonly model: string
  readonly messages: readonly unknown[]
}

/** The newest request of each of the latest conversations, as their agents wrote them. */
export async function latestSessions(
  seen: Pick<SeenRequests, 'list' | 'find'>,
  limit: number,
  findOriginal: (id: string) => Promise<string | undefined>,
): Promise<readonly SeenSession[]> {
  const newest = new Map<string, string>()
  for (const { id, conversation } of seen.list())
    if (!newest.has(conversation)) newest.set(conversation, id)
  const found = [...newest.values()].slice(0, limit).flatMap((id) => seen.find(id) ?? [])
  const sessions: SeenSession[] = []
  for (const request of found)
    sessions.push({
      id: request.conversation,
      model: request.sieved.model,
      messages: await originalList(request, findOriginal),
    })
  return sessions
}
