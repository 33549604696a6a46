import type { SentResult, UsedSentResult } from '../../ports/store/sent-results.ts'
import type { Row } from './coding.ts'
import { textOf, toBody } from './originals.ts'

/** The columns of `sent_results` in their order, without the time of the last use. */
export function sentValues({ key, text, refersTo, omissionId, turn }: SentResult) {
  const bytes = text === null ? undefined : toBody(text)
  return [
    key,
    bytes?.encoding ?? null,
    bytes?.body ?? null,
    JSON.stringify(refersTo),
    omissionId,
    turn,
  ] as const
}

/** A row of `sent_results` as the port has it. */
export function toSentResult(row: Row): SentResult {
  return {
    key: String(row.key),
    text: row.body === null ? null : textOf(row),
    refersTo: JSON.parse(String(row.refers_to)),
    omissionId: row.omission_id === null ? null : String(row.omission_id),
    turn: Number(row.turn),
  }
}

/** The same with the time of its last use. */
export function toUsedSentResult(row: Row): UsedSentResult {
  return { ...toSentResult(row), usedAt: Number(row.used_at) }
}
