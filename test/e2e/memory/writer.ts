import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { jsonlMemories } from '../../../src/adapters/jsonl/memories.ts'

/** Appends and rewrites until killed; prints an id once its append is acknowledged. */
async function write(folder: string, writer: string): Promise<void> {
  const files = jsonlMemories({ files: folder, watchNotes: folder, clarifications: folder })
  for (let number = 0; ; number += 1) {
    if (number % 6 === 5) {
      await files.rewrite('learnings.jsonl', async (lines) =>
        lines.map((line, index) =>
          line.kind === 'record' && index % 7 === number % 7
            ? { kind: 'changed', value: { ...(line.value as object), rewrites: number } }
            : line,
        ),
      )
      writeSync(1, 'rewritten\n')
    } else {
      const id = `${writer}-${number}`
      const text = id.repeat(number % 25 === 3 ? 8000 : 20)
      const sum = createHash('sha256').update(text).digest('hex')
      await files.append('learnings.jsonl', [{ id, text, sum }])
      writeSync(1, `${id}\n`)
    }
  }
}

await write(process.argv[2] ?? '', process.argv[3] ?? '')
