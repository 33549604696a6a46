import { expect, test } from 'vitest'
import { digest } from '../src/adapters/node/digest.ts'
import { rememberWords } from '../src/adapters/static-embedder/token-ids.ts'
import { o200kTokenizer } from '../src/adapters/tokenizer/tokenizer.ts'
import { buildEvidenceIndex } from '../src/core/discover/past/evidence-index.ts'
import { storedIds } from '../src/core/mask/kept/stored-ids.ts'
import { resolvePolicy } from '../src/core/mask/policy.ts'
import { createSieve } from '../src/core/mask/sieve-request.ts'
import { wireFormat } from '../src/core/wire/wire-formats.ts'
import { conversationStage } from './support/conversation-stage.ts'
import { inMemoryEntry } from './support/in-memory-entry.ts'
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

test('a word that was embedded keeps no text', async () => {
  const idsOf = rememberWords(() => [1])
  const read = (): void => {
    for (let round = 0; round < 60; round++)
      idsOf(`unheardof${lettersOf(round)}word ${ordinary.repeat(2000)}`)
  }
  expect(await retainedMegabytes(read)).toBeLessThan(1)
})

test('what tells conversations apart keeps none of their messages', async () => {
  const sieve = createSieve({
    ...conversationStage(),
    originals: { keep: async () => undefined },
    digest,
    now: () => 0,
    policy: () => resolvePolicy({}),
    ttlMs: 1000,
    stored: storedIds(1000, () => 0),
    ...inMemoryEntry(),
  })
  const nameOf = async (round: number): Promise<string> => {
    const content = `${round} ${ordinary.repeat(200)}`
    const body = JSON.stringify({ messages: [{ role: 'user', content }] })
    return (await sieve(wireFormat('openai-chat'), body)).conversation.id
  }
  const name = async (): Promise<unknown> => {
    const names: string[] = []
    for (let round = 0; round < 600; round++) names.push(await nameOf(round))
    return [names, sieve]
  }
  // Six hundred messages of 11 kB each.
  expect(await retainedMegabytes(name)).toBeLessThan(3)
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
