import type { LedgerTotal } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { compact, duration, money, percent } from '../../parts/numbers.ts'
import { notShown, saved } from './period.ts'

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
  /** What a bar is made of, where that is not the kinds. */
  readonly parts?: readonly { readonly name: string; of(total: LedgerTotal): number }[]
}

const share = (value: number): string => percent(value, 1)

export const metrics: readonly Metric[] = [
  {
    value: 'bill',
    label: say('Spent and saved'),
    say: (value) => say('{} without Tamis', money(value)),
    short: money,
    kind: 'proxy',
    of: ({ spentUsd, savedUsd }) => spentUsd + savedUsd,
    parts: [
      { name: 'spent', of: ({ spentUsd }) => spentUsd },
      { name: 'saved', of: ({ savedUsd }) => savedUsd },
    ],
  },
  {
    value: 'tokens',
    label: say('Tokens saved'),
    say: (value) => say('{} token saved|{} tokens saved', Math.round(value)),
    short: compact,
    of: saved,
  },
  {
    value: 'saved',
    label: say('Money saved'),
    say: (value) => say('{} saved', money(value)),
    short: money,
    of: ({ savedUsd }) => savedUsd,
  },
  {
    value: 'spent',
    label: say('Money spent'),
    say: (value) => say('{} spent', money(value)),
    short: money,
    of: ({ spentUsd }) => spentUsd,
  },
  {
    value: 'cache',
    label: say('Cache hit rate'),
    say: (value) => say('{} of the input read from caches', share(value)),
    short: share,
    kind: 'proxy',
    of: ({ cacheTokens }) => cacheTokens.read,
    over: ({ tokens }) => tokens.after,
  },
  {
    value: 'latency',
    label: say('Latency'),
    say: (value) => say('{} for a request, on average', duration(value)),
    short: duration,
    kind: 'proxy',
    of: ({ timeMs }) => timeMs.whole,
    over: ({ entries }) => entries,
  },
  {
    value: 'added',
    label: say('Latency added by Tamis'),
    say: (value) => say('{} added to a request, on average', duration(value)),
    short: duration,
    kind: 'proxy',
    of: ({ timeMs }) => timeMs.added,
    over: ({ entries }) => entries,
  },
  {
    value: 'grounded',
    label: say('Grounded edits'),
    say: (value) => say('{} of edits replaced text that was in sight', share(value)),
    short: share,
    kind: 'proxy',
    of: ({ edits }) => edits.grounded,
    over: ({ edits }) => edits.made,
  },
  {
    value: 'definitions',
    label: say('Tool definitions not shown'),
    say: (value) =>
      say(
        '{} token of tool definitions not shown|{} tokens of tool definitions not shown',
        Math.round(value),
      ),
    short: compact,
    kind: 'discover',
    of: notShown,
  },
  {
    value: 'regret',
    label: say('Asked back'),
    say: (value) => say('{} original asked back|{} originals asked back', value),
    short: compact,
    kind: 'recover',
    of: ({ entries }) => entries,
  },
]
