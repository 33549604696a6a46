import type { BeforeAfter, Ledger, LedgerFilter, LedgerRow } from '../../ports/store/ledger.ts'
import { numberAt, textAt } from './row-details.ts'

/** One request of a conversation, as its row of the ledger tells it. */
interface Turn {
  readonly seq: number
  readonly at: number
  readonly request_id: string | null
  readonly model: string
  /** 0 when the provider never answered. */
  readonly status: number
  readonly outcome: string
  readonly tokens: BeforeAfter
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
  /** What it cost, and what it would have cost unsieved; `null` where that is not known. */
  readonly cost_usd: number | null
  readonly saved_usd: number | null
  readonly duration_ms: number
  readonly added_ms: number
  /** Whether what the provider had seen was changed in this request. */
  readonly is_rewritten: boolean
  /** Why the provider's cache missed, in its own word. */
  readonly cache_miss_reason: string | null
  readonly warnings: readonly string[]
}

type ConversationStatus = 'ok' | 'failed' | 'aborted'

/** The requests of one conversation, added up. */
export interface ConversationSummary {
  readonly id: string
  /** The first words of its user, while they are remembered. */
  readonly title: string | null
  /** The program that talked. */
  readonly agent: string
  readonly source: string
  readonly models: readonly string[]
  readonly caller: string | null
  readonly first_at: number
  readonly last_at: number
  readonly requests: number
  /** How its newest request ended. */
  readonly status: ConversationStatus
  readonly failed: number
  readonly warnings: readonly string[]
  /** All requests added up: what agents would have sent, and what was sent. */
  readonly tokens: BeforeAfter
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
  readonly spent_usd: number
  readonly saved_usd: number
  /** The context of a few requests evenly spread over it, oldest first. */
  readonly context: readonly ContextPoint[]
}

export interface ContextPoint {
  readonly before: number
  readonly after: number
  readonly is_rewritten: boolean
  readonly is_cache_miss: boolean
}

export interface ConversationList {
  /** The one that was used last comes first. */
  readonly conversations: readonly ConversationSummary[]
  /** Older requests of the period were not looked at. */
  readonly is_partial: boolean
}

/** Conversations as people look at them: from the ledger, which holds no word of them. */
export interface ConversationViews {
  list(period: Pick<LedgerFilter, 'since' | 'until'>): Promise<ConversationList>
  /** One of them with all its turns, oldest first; `undefined` when there is none. */
  find(
    id: string,
  ): Promise<{ readonly summary: ConversationSummary; readonly turns: readonly Turn[] } | undefined>
}

interface ConversationViewDeps {
  readonly ledger: Pick<Ledger, 'list'>
  readonly titleOf: (conversation: string) => string | undefined
}

/** Enough for weeks of one person; a team looks at a shorter period. */
const mostRows = 5000
const mostPoints = 40

export function conversationViews({ ledger, titleOf }: ConversationViewDeps): ConversationViews {
  const summarise = ([id, rows]: readonly [string, readonly LedgerRow[]]): ConversationSummary =>
    toSummary(id, rows, titleOf(id) ?? null)
  return {
    async list(period) {
      const rows = await ledger.list({ ...period, kind: 'proxy' }, mostRows)
      const groups = Map.groupBy(rows, conversationOf)
      groups.delete('')
      return {
        conversations: [...groups].map(summarise).sort((a, b) => b.last_at - a.last_at),
        is_partial: rows.length === mostRows,
      }
    },
    async find(id) {
      const rows = await ledger.list({ kind: 'proxy', conversation: id }, mostRows)
      if (rows.length === 0) return undefined
      return { summary: summarise([id, rows]), turns: rows.map(toTurn).reverse() }
    },
  }
}

function conversationOf({ details }: LedgerRow): string {
  return textAt(details, 'conversation')
}

function toSummary(
  id: string,
  newestFirst: readonly LedgerRow[],
  title: string | null,
): ConversationSummary {
  const turns = newestFirst.map(toTurn).reverse()
  const sum = (of: (turn: Turn) => number): number =>
    turns.reduce((total, turn) => total + of(turn), 0)
  const [newest] = newestFirst
  return {
    id,
    title,
    agent: firstText(newestFirst, ({ details }) => textAt(details, 'agent')),
    source: newest?.source ?? '',
    models: distinct(turns.map(({ model }) => model)),
    caller: newest?.caller ?? null,
    first_at: turns[0]?.at ?? 0,
    last_at: newest?.at ?? 0,
    requests: turns.length,
    status: statusOf(turns.at(-1)),
    failed: turns.filter((turn) => statusOf(turn) === 'failed').length,
    warnings: distinct(turns.flatMap(({ warnings }) => warnings)),
    tokens: {
      before: sum(({ tokens }) => tokens.before),
      after: sum(({ tokens }) => tokens.after),
    },
    output_tokens: sum((turn) => turn.output_tokens),
    cache_read_tokens: sum((turn) => turn.cache_read_tokens),
    cache_write_tokens: sum((turn) => turn.cache_write_tokens),
    spent_usd: sum((turn) => turn.cost_usd ?? 0),
    saved_usd: sum((turn) => turn.saved_usd ?? 0),
    context: contextOf(turns),
  }
}

function toTurn({ seq, at, tokens, durationMs, warnings, details = {} }: LedgerRow): Turn {
  const { usage } = details
  return {
    seq,
    at,
    request_id: textAt(details, 'request_id') || null,
    model: textAt(details, 'model'),
    status: numberAt(details, 'status') ?? 0,
    outcome: textAt(details, 'outcome'),
    tokens: tokens ?? { before: 0, after: 0 },
    output_tokens: numberAt(usage, 'output_tokens') ?? 0,
    cache_read_tokens: numberAt(usage, 'cache_read_tokens') ?? 0,
    cache_write_tokens: numberAt(usage, 'cache_write_tokens') ?? 0,
    cost_usd: numberAt(details, 'cost_usd') ?? null,
    // Rows without `raw_usd` were priced by a rule that claimed too much.
    saved_usd: details.raw_usd === undefined ? null : (numberAt(details, 'saved_usd') ?? null),
    duration_ms: durationMs,
    added_ms: numberAt(details, 'added_ms') ?? 0,
    is_rewritten: details.is_rewritten === true,
    cache_miss_reason: textAt(details, 'cache_miss_reason') || null,
    warnings,
  }
}

function statusOf(turn: Turn | undefined): ConversationStatus {
  if (turn?.outcome === 'left' || turn?.outcome === 'cut') return 'aborted'
  return turn && turn.status >= 200 && turn.status < 400 ? 'ok' : 'failed'
}

/** A miss: the provider says so, or read nothing where the conversation had gone on. */
function contextOf(turns: readonly Turn[]): readonly ContextPoint[] {
  const answered = turns.filter(({ tokens }) => tokens.before > 0)
  const points = answered.map((turn, at) => ({
    before: turn.tokens.before,
    after: turn.tokens.after,
    is_rewritten: turn.is_rewritten,
    is_cache_miss:
      turn.cache_miss_reason !== null ||
      (at > 0 && turn.cache_read_tokens === 0 && (answered[at - 1]?.cache_write_tokens ?? 0) > 0),
  }))
  return thinned(points)
}

/** At most `mostPoints`: of each stretch the last, marked with what happened in it. */
function thinned(points: readonly ContextPoint[]): readonly ContextPoint[] {
  const size = Math.ceil(points.length / mostPoints)
  if (size <= 1) return points
  return Array.from({ length: Math.ceil(points.length / size) }, (_, at) => {
    const stretch = points.slice(at * size, (at + 1) * size)
    const { before = 0, after = 0 } = stretch.at(-1) ?? {}
    return {
      before,
      after,
      is_rewritten: stretch.some((point) => point.is_rewritten),
      is_cache_miss: stretch.some((point) => point.is_cache_miss),
    }
  })
}

function firstText(rows: readonly LedgerRow[], of: (row: LedgerRow) => string): string {
  return rows.map(of).find((text) => text !== '') ?? ''
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
