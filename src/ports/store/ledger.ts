/** The append-only account of what each request left out and what that saved. */
export interface Ledger {
  append(entries: readonly LedgerEntry[]): Promise<void>
  /** Newest first. */
  list(filter: LedgerFilter, limit: number): Promise<readonly LedgerRow[]>
  /** One total per group, largest saving first. */
  sum(filter: LedgerFilter, by: LedgerGrouping): Promise<readonly LedgerTotal[]>
  /** Removes at most `limit` rows older than `before`; returns how many. */
  sweep(before: number, limit: number): Promise<number>
}

export interface LedgerEntry {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What happened, for instance `prune`, `recover`, `mask`, `proxy`. */
  readonly kind: string
  /** The id that brings the omission back, when there is one. */
  readonly ref?: string
  /** Where the request came from: a door, a file, a client. */
  readonly source: string
  /** The name of the token it came with, if any. */
  readonly caller?: string
  readonly goal?: string
  readonly lines?: BeforeAfter
  readonly chars?: BeforeAfter
  readonly tokens?: BeforeAfter
  readonly durationMs: number
  readonly isFallback: boolean
  readonly warnings: readonly string[]
  /** What only this kind has, as plain JSON. Never secrets, never a user's text. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface BeforeAfter {
  readonly before: number
  readonly after: number
}

export interface LedgerRow extends LedgerEntry {
  /** Grows with time; `beforeSeq` pages by it. */
  readonly seq: number
}

export interface LedgerFilter {
  readonly kind?: string
  readonly source?: string
  readonly caller?: string
  readonly ref?: string
  readonly since?: number
  readonly until?: number
  readonly beforeSeq?: number
  readonly warning?: string
  /** The value of `details.conversation`. */
  readonly conversation?: string
}

export type LedgerGrouping = 'all' | 'kind' | 'source' | 'caller' | 'day' | 'hour' | 'cache-miss'

export interface LedgerTotal {
  /** The value of the group: a kind, a source, a caller or the empty string for none, what a provider said of its cache or the empty string, a day as `YYYY-MM-DD` or an hour as `YYYY-MM-DDTHH` in UTC, or `all`. */
  readonly group: string
  readonly entries: number
  readonly fallbacks: number
  readonly lines: BeforeAfter
  readonly chars: BeforeAfter
  readonly tokens: BeforeAfter
  /** The sum of `details.saved_usd` of rows that also say `raw_usd`, what they would have cost; it may be negative. */
  readonly savedUsd: number
  /** The sum of `details.cost_usd`: what was paid where a provider told its usage. */
  readonly spentUsd: number
  /** The sums of `details.edits` and `details.grounded_edits`: what models edited, and how often they could see it. */
  readonly edits: { readonly made: number; readonly grounded: number }
  /** The sums of `details.names_used` and `details.names_in_sight`: paths, symbols and numbers in calls that came from results alone, and how often models could see them. */
  readonly names: { readonly used: number; readonly inSight: number }
  /** The sums of `details.definition_tokens` and `details.shown_tokens`: what searching agents could have been given of tools, and what they were. */
  readonly definitions: BeforeAfter
  /** The sums of `durationMs`, and of `details.added_ms`: what of it was ours where a provider took the rest. */
  readonly timeMs: { readonly whole: number; readonly added: number }
  /** Rows with a saving by an older rule, without `raw_usd`: they are in no sum of money. */
  readonly outdated: number
  /** The sums of the cache counts in `details.usage`. */
  readonly cacheTokens: { readonly read: number; readonly write: number }
}
