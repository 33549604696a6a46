import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../../src/adapters/node/digest.ts'
import { sqliteStore } from '../../../src/adapters/sqlite/store.ts'
import type { LedgerEntry } from '../../../src/ports/store/ledger.ts'

const dayMs = 86_400_000

const goals = [
  'why does the checkout test fail',
  'which migration added the index',
  'where is the retry policy set',
  'what changed in the pool size',
  'how are refunds rounded',
] as const

/** Writes `rows` entries spread over the last 30 days, as a month of work would have. */
export async function writePastMonth(home: string, rows: number): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const store = sqliteStore(join(home, 'tamis.db'), digest)
  const now = Date.now()
  const entries = Array.from({ length: rows }, (_, at) => toEntry(at, rows, now))
  await store.ledger.append(entries)
  await store.close()
}

function toEntry(at: number, rows: number, now: number): LedgerEntry {
  const chance = pseudoRandom(at)
  const age = 30 * dayMs * (1 - (at + 1) / (rows + 1)) ** 1.2
  const shared = { at: now - age - 60_000, isFallback: false, warnings: [] as string[] }
  if (at % 7 === 3) return { ...shared, ...pruneFacts(at, chance) }
  if (at % 23 === 5)
    return {
      ...shared,
      kind: 'recover',
      source: 'mcp',
      ref: 'msk_305419896012345678',
      durationMs: 2,
    }
  const before = Math.round(30_000 + 140_000 * chance)
  const after = Math.round(before * (0.42 + 0.3 * pseudoRandom(at + 7)))
  const isWarm = at % 11 !== 0
  return {
    ...shared,
    kind: 'proxy',
    source: 'anthropic-messages',
    tokens: { before, after },
    durationMs: 900 + 4000 * chance,
    ...(at % 61 === 17 ? { warnings: ['sieve_failed'], isFallback: true } : {}),
    details: {
      model: at % 3 === 0 ? 'gpt-5' : 'claude-sonnet-4-5',
      added_ms: 3 + 9 * chance,
      usage: {
        cache_read_tokens: isWarm ? Math.round(after * 0.93) : 0,
        cache_write_tokens: Math.round(after * (isWarm ? 0.05 : 1)),
      },
      saved_usd: ((before - after) * 0.6) / 1e6,
      raw_usd: (before * 0.6) / 1e6,
    },
  }
}

function pruneFacts(at: number, chance: number) {
  const before = Math.round(2000 + 30_000 * chance)
  return {
    kind: 'prune',
    source: at % 2 === 0 ? 'mcp' : 'cli',
    ref: 'prn_snhkyuw2t63rxplg',
    goal: goals[at % goals.length] ?? '',
    tokens: { before, after: Math.round(before * (0.1 + 0.25 * pseudoRandom(at + 3))) },
    durationMs: 3 + 20 * chance,
  }
}

/** The same on every run. */
function pseudoRandom(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}
