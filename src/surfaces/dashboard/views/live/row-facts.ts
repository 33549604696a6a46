import type { LedgerRow } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { agentName } from '../../parts/agent-name.ts'

/** What only some kinds of rows have, read from their details with care: they are loose JSON. */
export interface RowFacts {
  readonly title: string
  /** The program that asked. */
  readonly agent: string
  /** Tokens that were left out, or of tool definitions that were not shown. */
  readonly savedTokens: number | undefined
  readonly spentUsd: number | undefined
  readonly savedUsd: number | undefined
  readonly cacheRead: number | undefined
  readonly cacheWrite: number | undefined
  readonly requestId: string | undefined
  /** What Tamis itself took, where the row tells it apart from the provider's time. */
  readonly addedMs: number
}

export function rowFacts({
  tokens,
  details = {},
  kind,
  goal,
  source,
  ref,
  durationMs,
}: LedgerRow): RowFacts {
  const usage = fieldsOf(details.usage)
  return {
    agent: agentName(textOf(details.agent)),
    title:
      goal ||
      textOf(details.model) ||
      textOf(details.tool) ||
      (kind === 'recover' ? original(ref ?? '') : ref) ||
      source,
    savedTokens: tokens ? tokens.before - tokens.after : notShownIn(details),
    spentUsd: numberOf(details.cost_usd),
    // Rows without it were priced by a rule that claimed too much.
    savedUsd: details.raw_usd === undefined ? undefined : numberOf(details.saved_usd),
    cacheRead: numberOf(usage.cache_read_tokens),
    cacheWrite: numberOf(usage.cache_write_tokens),
    requestId: textOf(details.request_id) || undefined,
    addedMs: numberOf(details.added_ms) ?? durationMs,
  }
}

/** What was asked back, where no tool is known: its id says nothing to people. */
function original(id: string): string {
  return id.startsWith('prn_') ? say('the original of a pruned text') : say('a hidden result')
}

/** Of a search for tools: definitions that were not shown, less what was. */
function notShownIn({
  definition_tokens: definitions,
  shown_tokens: shown,
}: Readonly<Record<string, unknown>>): number | undefined {
  const before = numberOf(definitions)
  return before ? before - (numberOf(shown) ?? 0) : undefined
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
