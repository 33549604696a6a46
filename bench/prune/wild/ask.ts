import { splitLines } from '../../../src/core/text/lines.ts'
import { postJson, startTamis } from '../../../test/e2e/tamis.ts'
import type { WildCase } from './read-cases.ts'

/** What the engine gave back of a text. */
export interface Kept {
  readonly text: string
  /** `flags[0]` is line 1. */
  readonly flags: Uint8Array
  readonly warnings: readonly string[]
}

export interface WildDoor {
  /** Without a share, at the size chosen by default. */
  prune(one: WildCase, share?: number): Promise<Kept>
  close(): Promise<void>
}

/** The real daemon, asked as the command line asks: a text, a goal, and at most a size. */
export async function openWildDoor(): Promise<WildDoor> {
  const daemon = await startTamis()
  return {
    async prune({ id, text, goal }, share) {
      const answer = await postJson(`${daemon.url}/api/prune`, {
        text,
        goal,
        timeout_ms: 60_000,
        ...(share === undefined ? {} : { keep_ratio: share }),
      })
      const { pruned_text, annotations, warnings } = JSON.parse(answer.text)
      if (annotations === undefined) throw new Error(`no answer for ${id}: ${answer.text}`)
      const flags = new Uint8Array(splitLines(text).count).fill(1)
      for (const { original_start_line, original_end_line } of annotations)
        flags.fill(0, original_start_line - 1, original_end_line)
      return { text: pruned_text, flags, warnings }
    },
    async close() {
      await daemon.stop()
    },
  }
}
