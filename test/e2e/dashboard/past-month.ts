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

const intents = [
  'open a pull request for this branch',
  'query the orders of yesterday',
  'draw a chart of the sales by month',
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
  if (at % 29 === 11) return { ...shared, ...searchFacts(at, chance) }
  return { ...shared, ...requestFacts(at, chance) }
}

const agents = [
  { agent: 'claude-cli', source: 'anthropic-messages', model: 'claude-sonnet-4-5' },
  { agent: 'codex_cli_rs', source: 'openai-responses', model: 'gpt-5' },
  { agent: 'opencode', source: 'anthropic-messages', model: 'claude-opus-4-5' },
] as const
const turnsEach = 18

/** Conversations follow each other; each grows, and now and then its old results are hidden. */
function requestFacts(at: number, chance: number) {
  const number = Math.floor(at / turnsEach)
  const turn = at % turnsEach
  const { agent, source, model } = agents[number % agents.length] ?? agents[0]
  const { before, after } = tokensOf(number, turn)
  const isRewritten = turn === 8 || turn === 14
  const isMiss = turn > 0 && pseudoRandom(at + 13) > 0.96
  const read = turn === 0 || isMiss ? 0 : Math.round(after * (isRewritten ? 0.3 : 0.93))
  const status = at % 97 === 40 ? 429 : 200
  const cost = (3 * (after - read) * 1.25 + 0.3 * read + 15 * 700) / 1e6
  const saved = isRewritten ? -0.01 * cost : (0.3 * (before - after) * 1.4) / 1e6
  return {
    kind: 'proxy',
    source,
    tokens: status === 200 ? { before, after } : { before: 0, after: 0 },
    durationMs: 900 + 4000 * chance,
    ...(at % 61 === 17 ? { warnings: ['sieve_failed'], isFallback: true } : {}),
    details: {
      conversation: `past-${number}`,
      agent,
      model,
      status,
      outcome: at % 131 === 77 ? 'left' : 'complete',
      added_ms: 3 + 9 * chance,
      ...(isRewritten && { is_rewritten: true }),
      ...(isMiss && { cache_miss_reason: 'previous_message_changed' }),
      usage: {
        input_tokens: after,
        output_tokens: 700,
        cache_read_tokens: read,
        cache_write_tokens: after - read,
      },
      ...(status === 200 ? { cost_usd: cost, saved_usd: saved, raw_usd: cost + saved } : {}),
    },
  }
}

/** The first turns have little to leave out. */
function tokensOf(conversation: number, turn: number) {
  const before = Math.round(9000 + 9000 * turn * (0.8 + 0.4 * pseudoRandom(conversation)))
  const share = turn < 4 ? 0.94 : 0.48 + 0.2 * pseudoRandom(conversation + 7)
  return { before, after: Math.round(before * share) }
}

/** An agent looked for a tool among those of several servers. */
function searchFacts(at: number, chance: number) {
  const definitions = at % 2 === 0 ? 18_400 : 0
  return {
    kind: 'discover',
    source: 'mcp',
    goal: intents[at % intents.length] ?? '',
    durationMs: 4 + 12 * chance,
    details: { definition_tokens: definitions, shown_tokens: Math.round(420 + 500 * chance) },
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
