import { hash } from 'node:crypto'
import type { PruneResult } from '../../../engine.ts'

/** What a reader may want to hold against a pruned text. */
export interface Closing {
  readonly text: string
  readonly result: PruneResult
  readonly exitCode?: number | undefined
  /** Bytes that were printed and are not in the text. */
  readonly lostBytes?: number
}

/** One line in brackets like a marker: whether all came, how much, its digest, how it ended, its id. */
export function closingLine({ text, result, exitCode, lostBytes = 0 }: Closing): string {
  const facts = [
    `complete=${lostBytes === 0 ? 'yes' : `no, ${lostBytes} bytes were not kept`}`,
    `bytes=${Buffer.byteLength(text)}`,
    `sha256=${hash('sha256', text)}`,
    ...(exitCode === undefined ? [] : [`exit_code=${exitCode}`]),
    `prune_id=${result.prune_id}`,
  ]
  return `⟦TAMIS: ${facts.join('; ')}⟧`
}
