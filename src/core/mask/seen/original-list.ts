import { isFields } from '../../wire/content.ts'
import type { Edit } from '../../wire/conversation.ts'
import { wireFormat } from '../../wire/wire-formats.ts'
import { applyEdits } from '../request/apply-edits.ts'
import type { SeenRequest } from './held-request.ts'

/** The messages of a request as the agent wrote them: what was left out of its results is put back where it is still kept. */
export async function originalList(
  { format: name, sieved }: SeenRequest,
  findOriginal: (id: string) => Promise<string | undefined>,
): Promise<readonly unknown[]> {
  const format = wireFormat(name)
  const body: unknown = JSON.parse(sieved.body)
  const list = isFields(body) ? body[format.field] : undefined
  if (!Array.isArray(list)) return []
  const ids = new Map([
    ...sieved.pruned.map(({ callId, id }) => [callId, id] as const),
    ...sieved.masked
      .filter(({ kind }) => kind === 'result')
      .map(({ toolCallId, id }) => [toolCallId, id] as const),
  ])
  const edits: Edit[] = []
  for (const entry of format.read(list)) {
    const id = entry.kind === 'result' ? ids.get(entry.callId) : undefined
    const text = id === undefined ? undefined : await findOriginal(id)
    if (entry.kind === 'result' && text !== undefined)
      edits.push({ path: entry.contentPath, value: entry.standIn(entry.content, text) })
  }
  return applyEdits(list, edits)
}
