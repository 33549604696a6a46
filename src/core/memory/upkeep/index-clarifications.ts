import type { MemoryDeps, Spoken } from '../deps.ts'
import { isClarificationName, readClarifications } from '../records/clarification-file.ts'
import { message } from '../records/message.ts'
import type { Clarification } from '../records/records.ts'

interface ClarificationsIndexed extends Spoken {
  /** Records, one per question. */
  readonly indexed: number
}

/** Reads every clarification file and replaces `clarifications.jsonl`, one record per question. */
export async function indexClarifications(deps: MemoryDeps): Promise<ClarificationsIndexed> {
  const sources = await deps.files.clarifications(isClarificationName)
  if (sources === undefined)
    return { indexed: 0, messages: [message('clarifications', 'folder missing: nothing indexed')] }
  const records: Clarification[] = []
  const messages: string[] = []
  for (const source of sources) {
    for (const read of readClarifications(deps.digest, source)) {
      if (read.kind === 'valid') records.push(read.value)
      else messages.push(message('clarifications', 'rejected', `${source.path}: ${read.reason}`))
    }
  }
  await deps.files.rewrite('clarifications.jsonl', async () =>
    records.map((value) => ({ kind: 'changed', value })),
  )
  return { indexed: records.length, messages }
}
