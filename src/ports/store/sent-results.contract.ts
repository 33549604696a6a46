import { expect, test } from 'vitest'
import { type SentResult, type SentResults, useRecordedEveryMs } from './sent-results.ts'

const sent = (key: string, text: string | null = `short ${key}`): SentResult => ({
  key,
  text,
  refersTo: [],
  omissionId: null,
  turn: 0,
})

/** Every adapter of `SentResults` must pass these. */
export function sentResultsContract(open: () => Promise<SentResults>): void {
  test('finds what was kept, with all it says', async () => {
    const results = await open()
    const record = { key: 'a', text: 'short', refersTo: ['x', 'y'], omissionId: 'msk_1', turn: 7 }
    expect(await results.keep([record], 0)).toEqual([record])
    expect(await results.find(['a'], 0)).toEqual([record])
  })

  test('remembers that a result was sent whole', async () => {
    const results = await open()
    await results.keep([sent('a', null)], 0)
    expect(await results.find(['a'], 0)).toEqual([sent('a', null)])
  })

  test('finds nothing under keys that were never kept', async () => {
    const results = await open()
    await results.keep([sent('a')], 0)
    expect(await results.find(['b', 'c'], 0)).toEqual([])
    expect(await results.find([], 0)).toEqual([])
  })

  test('the first record under a key stands, and a later writer is given it', async () => {
    const results = await open()
    await results.keep([sent('a', 'first')], 0)
    const stands = await results.keep([sent('b', 'new'), sent('a', 'second')], 0)
    expect(stands.map(({ text }) => text)).toEqual(['new', 'first'])
    expect(await results.find(['a'], 0)).toEqual([sent('a', 'first')])
  })

  test('a record that replaces another stands from then on', async () => {
    const results = await open()
    await results.keep([sent('a', 'first')], 0)
    await results.replace([sent('a', null), sent('b', 'new')], 0)
    const found = await results.find(['a', 'b'], 0)
    expect(new Map(found.map(({ key, text }) => [key, text]))).toEqual(
      new Map([
        ['a', null],
        ['b', 'new'],
      ]),
    )
    expect(await results.keep([sent('a', 'later')], 0)).toEqual([sent('a', null)])
  })

  test('of several writers at once all are given the same record', async () => {
    const results = await open()
    const writers = Array.from({ length: 8 }, (_, n) => results.keep([sent('a', `by ${n}`)], 0))
    const texts = (await Promise.all(writers)).flatMap((all) => all.map(({ text }) => text))
    expect(new Set(texts).size).toBe(1)
  })

  test('gives every text back exactly', async () => {
    const results = await open()
    const texts = ['', 'a\0b', '\ud800', '\ufffd', '🙂 שלום\r\n']
    await results.keep(
      texts.map((text, index) => sent(String(index), text)),
      0,
    )
    for (const [index, text] of texts.entries())
      expect((await results.find([String(index)], 0))[0]?.text).toBe(text)
  })

  test('finds hundreds at once', async () => {
    const results = await open()
    const keys = Array.from({ length: 700 }, (_, index) => `key ${index}`)
    await results.keep(
      keys.map((key) => sent(key)),
      0,
    )
    const found = await results.find(keys, 0)
    expect(new Set(found.map(({ key }) => key))).toEqual(new Set(keys))
  })

  test('sweeps what nobody used for long, a few at a time', async () => {
    const results = await open()
    await results.keep([sent('a'), sent('b'), sent('c')], 10)
    expect(await results.sweep(10, 100)).toBe(0)
    expect(await results.sweep(11, 2)).toBe(2)
    expect(await results.sweep(11, 2)).toBe(1)
    expect(await results.find(['a', 'b', 'c'], 11)).toEqual([])
  })

  test('what is used lives on', async () => {
    const results = await open()
    await results.keep([sent('used'), sent('unused')], 0)
    const later = useRecordedEveryMs + 1
    await results.find(['used'], later)
    expect(await results.sweep(later, 100)).toBe(1)
    expect(await results.find(['used', 'unused'], later)).toEqual([sent('used')])
  })

  test('being kept again is a use too', async () => {
    const results = await open()
    await results.keep([sent('a')], 0)
    const later = useRecordedEveryMs + 1
    await results.keep([sent('a')], later)
    expect(await results.sweep(later, 100)).toBe(0)
  })
}
