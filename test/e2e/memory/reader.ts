import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { jsonlMemories } from '../../../src/adapters/jsonl/memories.ts'
import type { MemoryLine } from '../../../src/ports/store/memories.ts'

/** Reads until its input ends; prints every fault it sees, then how often it read. */
async function read(folder: string): Promise<void> {
  const files = jsonlMemories({ files: folder, watchNotes: folder, clarifications: folder })
  let isOver = false
  process.stdin.resume().on('end', () => {
    isOver = true
  })
  let seen = new Set<string>()
  // A line that was whole and is the same since is whole.
  const whole = new Map<string, string>()
  let reads = 0
  for (; !isOver; reads += 1) {
    const { lines } = await files.read('learnings.jsonl')
    const now = new Set(
      lines.map((line) => {
        const id = whole.get(line.raw) ?? idOfWhole(line)
        whole.set(line.raw, id)
        return id
      }),
    )
    for (const id of seen) if (!now.has(id)) writeSync(1, `lost ${id}\n`)
    seen = now
    await pause(2)
  }
  writeSync(1, `reads ${reads}\n`)
}

function idOfWhole(line: MemoryLine): string {
  const { id, text, sum } = (line.kind === 'record' ? line.value : {}) as Record<string, string>
  const isWhole =
    createHash('sha256')
      .update(text ?? '')
      .digest('hex') === sum
  if (!isWhole) writeSync(1, `torn line ${line.number}: ${line.raw.slice(0, 60)}\n`)
  return id ?? ''
}

await read(process.argv[2] ?? '')
