import type { MemoryDeps } from '../deps.ts'
import { knownLearning } from '../records/known-learning.ts'
import { sortLines } from '../records/load.ts'
import { learning } from '../records/records.ts'

const files = ['learnings.jsonl', 'learnings-archive.jsonl'] as const

/** Takes a learning out of its file for good, and gives its text; `undefined` when no learning has the id. */
export async function forgetLearning(deps: MemoryDeps, id: string): Promise<string | undefined> {
  let text: string | undefined
  for (const file of files) {
    if ((await deps.files.version(file)) === undefined) continue
    await deps.files.rewrite(file, async (lines) => {
      const { stored } = sortLines(lines, learning)
      const gone = stored.filter(({ record }) => knownLearning(deps.digest, record).id === id)
      text ??= gone[0]?.record.text
      const leaving = new Set(gone.map(({ line }) => line))
      return lines.filter((line) => !leaving.has(line))
    })
  }
  return text
}
