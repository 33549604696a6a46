import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'
import { EngineError } from '../../../errors.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Log } from '../../../ports/log.ts'

const servers = () => ({
  crm: {
    tools: [
      listedTool('find', 'Find a customer', ['name']),
      listedTool('mail', 'Mail a customer', ['text']),
    ],
  },
})

/** Answers passages only once it is let to. */
function heldEmbedder(): { embedder: Embedder; letGo: () => void } {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const embedder: Embedder = {
    model: 'held',
    dimensions: 2,
    reads: 'texts',
    async embed(texts, role) {
      if (role === 'passage') await held
      return texts.map(() => Float32Array.of(1, 0))
    },
  }
  return { embedder, letGo }
}

test('a search does not wait for the catalog to be embedded', async () => {
  const { embedder, letGo } = heldEmbedder()
  const { discovery } = setDiscovery(servers(), {}, { embedder, pause: async () => undefined })
  await discovery.gateway.doctor()
  const early = await discovery.discover({ intent: 'mail a customer' })
  expect(early.results[0]?.id).toBe('tool:crm:mail')
  expect(early.meta.missing).toEqual(['vectors'])
  letGo()
  await expect
    .poll(async () => (await discovery.discover({ intent: 'mail a customer' })).meta.missing)
    .toBeUndefined()
})

test('a search finds what was saved before it began, also while another is reading', async () => {
  const { embedder, letGo } = heldEmbedder()
  const { discovery } = setDiscovery({}, {}, { embedder })
  await discovery.register('crm', [listedTool('mail', 'Mail a customer', ['text'])])
  const early = discovery.discover({ intent: 'paint a wall' })
  await new Promise(setImmediate)
  await discovery.register('painter', [listedTool('paint', 'Paint a wall', ['colour'])])
  const late = discovery.discover({ intent: 'paint a wall' })
  letGo()
  expect((await early).results.map(({ id }) => id)).not.toContain('tool:painter:paint')
  expect((await late).results[0]?.id).toBe('tool:painter:paint')
})

test('an embedder that fails is said with what to do, and the words still find', async () => {
  const warnings: unknown[] = []
  const embedder: Embedder = {
    model: 'broken',
    dimensions: 2,
    reads: 'texts',
    embed: () =>
      Promise.reject(
        new EngineError('model_runtime_missing', 'No model here.', { hint: 'Add one.' }),
      ),
  }
  const log: Log = {
    info: () => {},
    warn: (event, fields) => void warnings.push([event, fields]),
    error: () => {},
  }
  const { discovery } = setDiscovery(servers(), {}, { embedder, log })
  const { results, meta } = await discovery.discover({ intent: 'mail a customer' })
  expect(results[0]?.id).toBe('tool:crm:mail')
  expect(meta.missing).toEqual(['vectors'])
  expect(warnings).toContainEqual([
    'discover-without-vectors',
    { cause: 'No model here.', hint: 'Add one.' },
  ])
})

test('an embedder that comes back is used again', async () => {
  let isAway = true
  const embedder: Embedder = {
    model: 'fickle',
    dimensions: 2,
    reads: 'texts',
    embed: async (texts) => {
      if (isAway) throw new Error('away')
      return texts.map(() => Float32Array.of(1, 0))
    },
  }
  const { discovery } = setDiscovery(servers(), {}, { embedder })
  const missing = async () => (await discovery.discover({ intent: 'mail' })).meta.missing
  expect(await missing()).toEqual(['vectors'])
  isAway = false
  await expect.poll(missing).toBeUndefined()
})

test('what was learned is believed by as much as it proves, and keeps its meaning', async () => {
  const embedder: Embedder = {
    model: 'letters',
    dimensions: 26,
    reads: 'texts',
    embed: async (texts) => texts.map(lettersOf),
  }
  const { discovery } = setDiscovery(servers(), {}, { embedder })
  await discovery.discover({ intent: 'anything' })
  for (let run = 0; run < 40; run++)
    await discovery.record({
      intent: `greet ${['Ann', 'Bob', 'Eve', 'Joe'][run % 4]} for the ${run}th time`,
      tools: ['crm:find'],
      success: true,
    })
  const because = async () =>
    (await discovery.discover({ intent: 'greet Ann once more' })).results[0]?.because
  await expect.poll(because).toMatch(/^because \d+ similar intents used it$/)
})

function lettersOf(text: string): Float32Array {
  const counts = new Float32Array(26)
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97
    if (at >= 0 && at < 26) counts[at] = (counts[at] ?? 0) + 1
  }
  const length = Math.hypot(...counts) || 1
  return counts.map((count) => count / length)
}
