import { expect, test } from 'vitest'
import { staticEmbedder } from '../../../adapters/static-embedder/embedder.ts'
import { splitLines } from '../../text/lines.ts'
import { nearInMeaning } from './near-in-meaning.ts'

const never = new AbortController().signal
const embedder = staticEmbedder()
const routine = Array.from({ length: 200 }, (_, at) => `segment ${at} written, ${at} bytes`)

test('a line that says the same in other words is near, and routine lines are not', async () => {
  const lines = splitLines([...routine, 'write given up: no space left on device'].join('\n'))
  const near = await nearInMeaning(embedder, lines, 'is the disk full?', never)
  expect(near?.at(-1)).toBe(1)
  expect(near?.subarray(0, routine.length).some((score) => score > 0)).toBe(false)
})

test('lines that differ in numbers only are read once', async () => {
  let texts = 0
  const counting = {
    ...embedder,
    embed: (read: readonly string[], role: 'query' | 'passage') => {
      texts += read.length
      return embedder.embed(read, role)
    },
  }
  await nearInMeaning(counting, splitLines(routine.join('\n')), 'is the disk full?', never)
  expect(texts).toBeLessThan(20)
})

test('a goal without words of its own is near to nothing', async () => {
  const lines = splitLines('one line\nanother line')
  expect(await nearInMeaning(embedder, lines, 'why is it?', never)).toBeUndefined()
})
