import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inMemoryOriginals } from '../../../adapters/in-memory/originals.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { maskedMarker, trimOversized } from './oversized.ts'

const deps = () => ({
  originals: inMemoryOriginals(),
  digest,
  now: () => 0,
  maxStringChars: 1000,
  maxMediaBytes: 10_000,
  ttlMs: 1000,
})

test('what fits is passed on as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      expect((await trimOversized(deps(), value)).value).toEqual(value)
    }),
  )
})

test('long strings anywhere are marked, shorter, and come back whole by id', async () => {
  const ports = deps()
  const long = '🙂 text '.repeat(1000)
  const { value, ids } = await trimOversized(ports, { deep: [{ text: long }], short: 'x' })
  const text = (value as { deep: { text: string }[] }).deep[0]?.text ?? ''
  expect(text).toContain(`${maskedMarker} id=${ids[0]}`)
  expect(text.length).toBeLessThan(1000)
  expect(text.isWellFormed()).toBe(true)
  expect((await ports.originals.find(ids[0] ?? '', 0))?.text).toBe(long)
})

test('pictures, sounds and files pass whole', async () => {
  const data = 'iVBO'.repeat(1000)
  const content = [
    { type: 'image', data, mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///a.pdf', blob: data } },
  ]
  expect((await trimOversized(deps(), { content })).value).toEqual({ content })
})

test.each([
  ['picture', { type: 'image', data: 'iVBO'.repeat(4000), mimeType: 'image/png' }, 'image/png'],
  ['sound', { type: 'audio', data: 'UklG'.repeat(4000), mimeType: 'audio/wav' }, 'audio/wav'],
  [
    'file',
    {
      type: 'resource',
      resource: { uri: 'file:///a.pdf', blob: 'JVBE'.repeat(4000), mimeType: 'application/pdf' },
    },
    'application/pdf',
  ],
])(
  'a %s that is too large becomes a link, and comes back whole by id',
  async (_, block, mimeType) => {
    const ports = deps()
    const { value, ids } = await trimOversized(ports, { content: [block] })
    const { content } = value as { content: readonly Record<string, unknown>[] }
    expect(content).toMatchObject([
      { type: 'resource_link', uri: `tamis://recover/${ids[0]}`, mimeType, size: 12_000 },
    ])
    expect(JSON.parse((await ports.originals.find(ids[0] ?? '', 0))?.text ?? '')).toEqual(block)
  },
)
