import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Original, Originals } from './originals.ts'

const original = (id: string, text: string, expiresAt = 1000): Original => ({
  id,
  kind: 'prune',
  text,
  expiresAt,
})

/** Every adapter of `Originals` must pass these. */
export function originalsContract(open: () => Promise<Originals>): void {
  test('finds what was kept', async () => {
    const originals = await open()
    await originals.keep([{ ...original('prn_a', 'hello'), result: '{"kept":1}' }])
    expect(await originals.find('prn_a', 0)).toEqual({
      ...original('prn_a', 'hello'),
      result: '{"kept":1}',
    })
  })

  test('answers undefined for an unknown id', async () => {
    expect(await (await open()).find('prn_nope', 0)).toBeUndefined()
  })

  test('answers undefined from the moment an id expires', async () => {
    const originals = await open()
    await originals.keep([original('prn_a', 'hello', 1000)])
    expect(await originals.find('prn_a', 999)).toBeDefined()
    expect(await originals.find('prn_a', 1000)).toBeUndefined()
  })

  test('keeps the first text under an id, and the longer life', async () => {
    const originals = await open()
    await originals.keep([original('prn_a', 'first', 1000)])
    await originals.keep([original('prn_a', 'second', 5000)])
    await originals.keep([original('prn_a', 'third', 2000)])
    expect(await originals.find('prn_a', 4999)).toMatchObject({ text: 'first', expiresAt: 5000 })
  })

  test('stores equal texts once', async () => {
    const originals = await open()
    await originals.keep([original('prn_a', 'same'), original('prn_b', 'same')])
    await originals.keep([original('prn_c', 'same')])
    expect(await originals.usage()).toMatchObject({ ids: 3, texts: 1 })
  })

  test('gives every string back exactly', async () => {
    const originals = await open()
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    const nasty = ['', '\0', 'a\0b', '\ud800', 'x\udfffy', '\ufffd', '🙂', 'שלום\r\n\r']
    const texts = [...nasty, ...fc.sample(anyText, 50)]
    await originals.keep(texts.map((text, index) => original(`prn_${index}`, text)))
    for (const [index, text] of texts.entries())
      expect((await originals.find(`prn_${index}`, 0))?.text).toBe(text)
  })

  test('tells a lone surrogate from the replacement character', async () => {
    const originals = await open()
    await originals.keep([original('prn_a', '\ud800'), original('prn_b', '\ufffd')])
    expect((await originals.find('prn_a', 0))?.text).toBe('\ud800')
    expect((await originals.find('prn_b', 0))?.text).toBe('\ufffd')
  })

  test('sweeps expired ids and the texts nobody names any more', async () => {
    const originals = await open()
    await originals.keep([original('prn_a', 'old', 10), original('prn_b', 'new', 1000)])
    await originals.keep([original('prn_c', 'shared', 10), original('prn_d', 'shared', 1000)])
    const report = await originals.sweep({ now: 500, maxBytes: 1_000_000, limit: 100 })
    expect(report).toEqual({ removed: 2, isUnfinished: false })
    expect(await originals.usage()).toMatchObject({ ids: 2, texts: 2 })
    expect((await originals.find('prn_d', 500))?.text).toBe('shared')
  })

  test('sweeps the oldest first while over the cap, a few at a time', async () => {
    const originals = await open()
    const body = 'x'.repeat(1000)
    for (const index of [1, 2, 3, 4])
      await originals.keep([original(`prn_${index}`, `${body}${index}`, 1000 + index)])
    const step = { now: 0, maxBytes: 2100, limit: 1 }
    expect(await originals.sweep(step)).toEqual({ removed: 1, isUnfinished: true })
    expect(await originals.sweep(step)).toEqual({ removed: 1, isUnfinished: false })
    expect(await originals.find('prn_1', 0)).toBeUndefined()
    expect(await originals.find('prn_2', 0)).toBeUndefined()
    expect(await originals.find('prn_4', 0)).toBeDefined()
    expect((await originals.usage()).bytes).toBeLessThanOrEqual(2100)
  })
}
