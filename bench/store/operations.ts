import type { BenchStore } from './stores.ts'
import { printTable, timed, timingCells } from './timing.ts'

const count = 2000
const textChars = 4000
const far = 1e15

/** Put, get and append, one at a time and eight at a time. SQLite runs inside the process: it has one lane. */
export async function measureOperations(stores: readonly BenchStore[]): Promise<void> {
  const rows: string[][] = []
  for (const { name, store } of stores)
    for (const lanes of name === 'SQLite' ? [1] : [1, 8]) {
      const text = (at: number): string =>
        `${lanes} ${at} `.repeat(textChars / 8).slice(0, textChars)
      const id = (at: number): string => `prn_${lanes}_${at}`
      const put = (at: number) =>
        store.originals.keep([{ id: id(at), kind: 'prune', text: text(at), expiresAt: far }])
      const works: readonly (readonly [string, (at: number) => Promise<unknown>])[] = [
        [`put ${textChars} characters`, put],
        ['put the same again', put],
        ['get', (at) => store.originals.find(id((at * 7919) % count), 0)],
        ['ledger append', (at) => store.ledger.append([row(at)])],
      ]
      for (const [what, work] of works)
        rows.push([what, name, String(lanes), ...timingCells(await timed(count, lanes, work))])
    }
  rows.sort(([a = ''], [b = '']) => a.localeCompare(b))
  printTable(['operation', 'store', 'at once', 'per second', 'p50 ms', 'p99 ms'], rows)
}

function row(at: number) {
  return {
    at: 1_700_000_000_000 + at,
    kind: 'prune',
    ref: `prn_1_${at}`,
    source: 'rpc',
    goal: 'why does it fail',
    lines: { before: 100, after: 20 },
    chars: { before: 4000, after: 900 },
    tokens: { before: 1000, after: 220 },
    durationMs: 3,
    isFallback: false,
    warnings: [],
    details: { source_type: 'logs', backend: 'heuristic' },
  }
}
