import type { LedgerTotal } from '../../api/operations.ts'
import { compact, count, money } from '../../parts/numbers.ts'
import { saved } from './period.ts'

/** Something that can be drawn over time. */
export interface Metric {
  readonly value: string
  readonly label: string
  /** What it comes to in words, for instance `12,345 tokens saved`. */
  say(value: number): string
  /** What stands at the axis. */
  short(value: number): string
  /** Of the totals of one kind in one slot. */
  of(total: LedgerTotal): number
  /** Absent: slots are sums of their kinds. */
  readonly over?: (total: LedgerTotal) => number
  /** The only kind it speaks of. */
  readonly kind?: string
}

const share = (value: number): string => `${Math.round(100 * value)} %`

export const metrics: readonly Metric[] = [
  {
    value: 'tokens',
    label: 'Tokens saved',
    say: (value) => `${count(value)} tokens saved`,
    short: compact,
    of: saved,
  },
  {
    value: 'saved',
    label: 'Money saved',
    say: (value) => `${money(value)} saved`,
    short: money,
    of: ({ savedUsd }) => savedUsd,
  },
  {
    value: 'spent',
    label: 'Money spent',
    say: (value) => `${money(value)} spent`,
    short: money,
    of: ({ spentUsd }) => spentUsd,
  },
  {
    value: 'cache',
    label: 'Cache hit rate',
    say: (value) => `${share(value)} of the input read from caches`,
    short: share,
    kind: 'proxy',
    of: ({ cacheTokens }) => cacheTokens.read,
    over: ({ tokens }) => tokens.after,
  },
  {
    value: 'grounded',
    label: 'Grounded edits',
    say: (value) => `${share(value)} of edits replaced text that was in sight`,
    short: share,
    kind: 'proxy',
    of: ({ edits }) => edits.grounded,
    over: ({ edits }) => edits.made,
  },
  {
    value: 'regret',
    label: 'Asked back',
    say: (value) => `${count(value)} originals asked back`,
    short: compact,
    kind: 'recover',
    of: ({ entries }) => entries,
  },
]
