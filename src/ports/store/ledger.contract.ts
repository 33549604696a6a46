import { expect, test } from 'vitest'
import type { Ledger, LedgerEntry, LedgerGrouping } from './ledger.ts'

const day = 86_400_000

const entry = (fields: Partial<LedgerEntry>): LedgerEntry => ({
  at: 1,
  kind: 'prune',
  source: 'rpc',
  durationMs: 1,
  isFallback: false,
  warnings: [],
  ...fields,
})

/** Every adapter of `Ledger` must pass these. */
export function ledgerContract(open: () => Promise<Ledger>): void {
  test('lists what was appended, newest first, whole', async () => {
    const ledger = await open()
    const whole = entry({
      at: 2,
      ref: 'prn_a',
      caller: 'alice',
      goal: 'why?',
      lines: { before: 10, after: 4 },
      chars: { before: 100, after: 40 },
      tokens: { before: 30, after: 12 },
      warnings: ['goal_not_found'],
      details: { tool: 'read', nested: { count: 2 } },
    })
    await ledger.append([entry({ at: 1 }), whole])
    const rows = await ledger.list({}, 10)
    expect(rows.map((row) => row.at)).toEqual([2, 1])
    expect(rows[0]).toEqual({ ...whole, seq: rows[0]?.seq })
  })

  test('keeps the order of many rows that come at once', async () => {
    const ledger = await open()
    const many = Array.from({ length: 53 }, (_, at) => entry({ at, details: { at } }))
    await ledger.append(many)
    const rows = await ledger.list({}, 100)
    expect(rows.map(({ details }) => details?.at).reverse()).toEqual(many.map(({ at }) => at))
  })

  test('filters by kind, source, ref, warning and time, and pages by seq', async () => {
    const ledger = await open()
    await ledger.append([
      entry({ at: 1, kind: 'mask', details: { conversation: 'c1', status: 200 } }),
      entry({ at: 2, source: 'cli', ref: 'prn_x' }),
      entry({ at: 3, warnings: ['timeout'], caller: 'ci' }),
    ])
    const at = async (filter: Parameters<Ledger['list']>[0]): Promise<number[]> =>
      (await ledger.list(filter, 10)).map((row) => row.at)
    expect(await at({ kind: 'mask' })).toEqual([1])
    expect(await at({ source: 'cli' })).toEqual([2])
    expect(await at({ caller: 'ci' })).toEqual([3])
    expect(await at({ ref: 'prn_x' })).toEqual([2])
    expect(await at({ warning: 'timeout' })).toEqual([3])
    expect(await at({ conversation: 'c1' })).toEqual([1])
    expect(await at({ conversation: 'c' })).toEqual([])
    expect(await at({ since: 2, until: 3 })).toEqual([2])
    const [newest] = await ledger.list({}, 1)
    expect(await at({ beforeSeq: newest?.seq ?? 0 })).toEqual([2, 1])
  })

  test('sums by group', async () => {
    const ledger = await open()
    await ledger.append([
      entry({ at: 1, tokens: { before: 10, after: 4 }, isFallback: true }),
      entry({ at: day + 1, tokens: { before: 100, after: 10 }, lines: { before: 9, after: 1 } }),
      entry({
        at: day + 2,
        kind: 'mask',
        caller: 'alice',
        tokens: { before: 7, after: 7 },
        details: {
          saved_usd: 0.5,
          raw_usd: 2,
          cost_usd: 1.5,
          edits: 3,
          grounded_edits: 2,
          names_used: 7,
          names_in_sight: 6,
          added_ms: 4,
          usage: { cache_read_tokens: 40, cache_write_tokens: 8 },
        },
      }),
      entry({ at: day + 3, kind: 'mask', details: { saved_usd: -0.25, raw_usd: 1 } }),
      entry({
        at: day + 4,
        kind: 'mask',
        details: { saved_usd: 9, definition_tokens: 900, shown_tokens: 80 },
      }),
    ])
    const zero = { before: 0, after: 0 }
    expect(await ledger.sum({}, 'all')).toEqual([
      {
        group: 'all',
        entries: 5,
        fallbacks: 1,
        lines: { before: 9, after: 1 },
        chars: zero,
        tokens: { before: 117, after: 21 },
        savedUsd: 0.25,
        spentUsd: 1.5,
        edits: { made: 3, grounded: 2 },
        names: { used: 7, inSight: 6 },
        definitions: { before: 900, after: 80 },
        timeMs: { whole: 5, added: 4 },
        outdated: 1,
        cacheTokens: { read: 40, write: 8 },
      },
    ])
    const groups = async (by: LedgerGrouping): Promise<string[]> =>
      (await ledger.sum({}, by)).map((total) => total.group)
    expect(await groups('kind')).toEqual(['prune', 'mask'])
    expect(await groups('caller')).toEqual(['', 'alice'])
    expect(await groups('day')).toEqual(['1970-01-02', '1970-01-01'])
    expect(await groups('hour')).toEqual(['1970-01-02T00', '1970-01-01T00'])
    expect(await ledger.sum({ kind: 'none' }, 'kind')).toEqual([])
    const details = { cache_miss_reason: 'tools_changed' }
    await ledger.append([entry({ kind: 'proxy', details })])
    expect(await groups('cache-miss')).toEqual(['', 'tools_changed'])
  })

  test('sweeps old rows, at most as many as asked', async () => {
    const ledger = await open()
    await ledger.append([1, 2, 3, 4].map((at) => entry({ at })))
    expect(await ledger.sweep(4, 2)).toBe(2)
    expect(await ledger.sweep(4, 2)).toBe(1)
    expect((await ledger.list({}, 10)).map((row) => row.at)).toEqual([4])
  })
}
