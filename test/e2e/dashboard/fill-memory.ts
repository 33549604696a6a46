import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tagsHash } from '../../../src/core/memory/records/tags-hash.ts'
import type { Stage } from './stage.ts'

const dayMs = 86_400_000

/** What was learned, where, about what, how many days ago, and into how many stories it went since. */
const lessons = [
  [
    'Close the pool before the process exits, or the test runner hangs.',
    'tooling',
    'node,postgres',
    70,
    9,
  ],
  ['A retry without jitter makes the thundering herd worse.', 'payments', 'retry', 64, 6],
  [
    'Refunds are rounded half to even; the ledger compares cents, never floats.',
    'payments',
    'money',
    58,
    4,
  ],
  ['Migrations that rewrite a large table need a lock timeout.', 'storage', 'sql,migration', 51, 2],
  [
    'Webhook signatures are checked on the raw body, before JSON is parsed.',
    'payments',
    'webhook',
    44,
    3,
  ],
  ['The build cache key must hold the lockfile, or stale modules slip in.', 'tooling', 'ci', 38, 1],
  [
    'Feature flags are read once a request: a flip in the middle splits a checkout.',
    'payments',
    'flags',
    30,
    0,
  ],
  ['Invoices are dated in UTC and shown in the zone of the customer.', 'billing', 'time', 21, 1],
  [
    'A 429 of the provider carries retry-after in seconds, not milliseconds.',
    'payments',
    'retry,http',
    12,
    0,
  ],
  ['Snapshot tests of money hide rounding: assert the cents.', 'tooling', 'test', 5, 0],
  ['The staging mail server drops attachments over 8 MB.', 'mail', 'staging', 90, 0],
  ['Safari needs the viewport unit fallback on the checkout page.', 'web', 'css', 85, 0],
] as const

/** Writes the files of a team's memory as a few months of work would have left them. */
export function writeMemory(home: string): void {
  const folder = join(home, 'memory')
  mkdirSync(folder, { recursive: true })
  const write = (name: string, records: readonly object[]): void =>
    writeFileSync(join(folder, name), records.map((one) => `${JSON.stringify(one)}\n`).join(''))
  write('learnings.jsonl', lessons.map(toLearning))
  write('learnings-injections.jsonl', lessons.flatMap(toInjections))
  write(
    'learnings-outcomes.jsonl',
    Array.from({ length: 12 }, (_, at) => ({
      story: `PD-${301 + at}`,
      gate: 8,
      result: at % 4 === 3 ? 'nogo' : 'go',
      date: daysAgo(60 - 5 * at),
    })),
  )
}

/** Scores and moves what was written. */
export async function ageMemory({ post }: Stage): Promise<void> {
  await post('memory.score', {})
  await post('memory.promote', {})
  await post('memory.evict', {})
  await post('memory.clarify', {
    story: 'PD-204',
    project: 'shop',
    domain: 'payments',
    answers: [
      'Customers must never be charged twice, even when the webhook comes late.',
      'Only the payments team may change the retry limits.',
      'A refund of a refund is not supported and need not be.',
      'Ship behind a flag, to one shop first.',
    ],
  })
}

function toLearning([text, domain, tags, age, uses]: (typeof lessons)[number], at: number) {
  return {
    story: `PD-${101 + at}`,
    gate: 8,
    tags: tags.split(','),
    text,
    domain,
    project: 'shop',
    ...(uses > 5 ? { scope: 'domain' } : {}),
    date: daysAgo(age),
  }
}

function toInjections([, domain, tags, age, uses]: (typeof lessons)[number], at: number) {
  return Array.from({ length: uses }, (_, use) => ({
    story: `PD-${101 + at}`,
    gate: 8,
    tags_hash: tagsHash(
      (value) => createHash('sha256').update(value).digest('hex'),
      tags.split(','),
    ),
    injected_story: `PD-${301 + ((at + use) % 12)}`,
    domain: use % 3 === 1 ? 'billing' : domain,
    project: 'shop',
    date: daysAgo(age - ((use + 1) * age) / (uses + 1)),
  }))
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString()
}
