import { expect, test } from 'vitest'
import { digest } from '../src/adapters/node/digest.ts'
import { o200kTokenizer } from '../src/adapters/tokenizer/tokenizer.ts'
import { buildEvidenceIndex } from '../src/core/discover/evidence.ts'
import { retainedMegabytes } from './support/retained-heap.ts'

const ordinary = 'the quick brown fox jumps over the lazy dog and runs on\n'

/** One word, since digits would cut it. */
function lettersOf(number: number): string {
  return [...String(number)].map((digit) => 'qwzxvkjbpf'[Number(digit)]).join('')
}

test('a text that was counted is not kept', async () => {
  const tokenizer = o200kTokenizer(digest)
  await tokenizer.count(['warm up'])
  const count = async (): Promise<void> => {
    for (let round = 0; round < 60; round++)
      await tokenizer.count([`unheardof${lettersOf(round)}word ${ordinary.repeat(2000)}`])
  }
  // Sixty texts of 112 kB each.
  expect(await retainedMegabytes(count)).toBeLessThan(1)
})

test('ten thousand runs learned from take a few megabytes', async () => {
  const learn = (): unknown => {
    const past = Array.from({ length: 10_000 }, (_, run) => ({
      intent: `send report ${run} about the flat ${run % 97} to the office of town ${run % 31}`,
      entries: [run % 7],
    }))
    return buildEvidenceIndex(past, 7)
  }
  await retainedMegabytes(learn)
  expect(await retainedMegabytes(learn)).toBeLessThan(12)
})
