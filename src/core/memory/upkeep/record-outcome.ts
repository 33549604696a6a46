import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps } from '../deps.ts'
import { check, type Gate, type Outcome, outcome } from '../records/records.ts'

/** Writes down how a story fared at a gate; the newest line of a story and gate counts. */
export async function recordOutcome(
  deps: MemoryDeps,
  request: { readonly story: string; readonly gate: Gate; readonly result: 'go' | 'nogo' },
): Promise<Outcome> {
  const record = check(outcome, { ...request, date: toIsoTime(deps.now()) })
  if (record.kind === 'rejected')
    throw new EngineError('invalid_input', phrase`The outcome is not valid: ${record.reason}`)
  await deps.files.append('learnings-outcomes.jsonl', [record.value])
  return record.value
}
