import type { Digest } from '../../../ports/digest.ts'
import { knownLearning } from './known-learning.ts'
import { check, joinKey, learning, reuseRecord, watchNote } from './records.ts'

/** The three sides of a merge in git, as texts of a JSONL file. */
export interface MergeSides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

interface Line {
  readonly raw: string
  /** What tells the record; the same on every machine. */
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Every record once, whoever wrote it. A record that one side took out, and the other left as it was,
 * is gone; one that both changed is the newer of the two. Either side merging gives the same bytes.
 */
export function mergeLines(digest: Digest, { base, ours, theirs }: MergeSides): string {
  const [before, mine, yours] = [base, ours, theirs].map((text) => linesOf(digest, text))
  const keys = [...new Set([...keysOf(before), ...keysOf(mine), ...keysOf(yours)])]
  const merged = keys.flatMap((key) => {
    const line = pick(before?.get(key), mine?.get(key), yours?.get(key))
    return line === undefined ? [] : [line]
  })
  const old = merged.filter(({ key }) => before?.has(key))
  const added = merged.filter(({ key }) => !before?.has(key)).toSorted(byDate)
  return [...old, ...added].map(({ raw }) => `${raw}\n`).join('')
}

function pick(before?: Line, mine?: Line, yours?: Line): Line | undefined {
  if (mine === undefined || yours === undefined) {
    const left = mine ?? yours
    // Taken out on the other side, and not changed on this one.
    return before !== undefined && left?.raw === before.raw ? undefined : left
  }
  if (mine.raw === yours.raw || yours.raw === before?.raw) return mine
  if (mine.raw === before?.raw) return yours
  return both(mine, yours)
}

/** Both sides changed it: the newer one, with all that either says it replaces. */
function both(mine: Line, yours: Line): Line {
  const [older, newer] = [mine, yours].toSorted(byDate)
  if (!older || !newer) return mine
  const replaced = [...new Set([...replacedBy(older), ...replacedBy(newer)])].toSorted()
  if (replaced.length === 0) return newer
  const fields = { ...newer.fields, supersedes: replaced }
  return { ...newer, fields, raw: JSON.stringify(fields) }
}

function replacedBy({ fields }: Line): readonly unknown[] {
  return Array.isArray(fields.supersedes) ? fields.supersedes : []
}

function linesOf(digest: Digest, text: string): ReadonlyMap<string, Line> {
  const lines = new Map<string, Line>()
  for (const raw of text.split('\n')) {
    if (raw.trim() === '') continue
    const fields = parse(raw)
    const own = keyOf(digest, fields)
    let key = own ?? raw
    // Records without a name of their own may well be there twice: the same thing happened twice.
    for (let again = 2; own === undefined && lines.has(key); again++) key = `${raw} ${again}`
    lines.set(key, { raw, key, fields })
  }
  return lines
}

function keyOf(digest: Digest, fields: Readonly<Record<string, unknown>>): string | undefined {
  const learned = check(learning, fields)
  if (learned.kind === 'valid') return knownLearning(digest, learned.value).id
  if (typeof fields.id === 'string') return fields.id
  const scored = check(reuseRecord, fields)
  if (scored.kind === 'valid') return joinKey(scored.value)
  const note = check(watchNote, fields)
  return note.kind === 'valid' ? note.value.path : undefined
}

function parse(raw: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function keysOf(lines: ReadonlyMap<string, Line> | undefined): readonly string[] {
  return [...(lines?.keys() ?? [])]
}

function byDate(a: Line, b: Line): number {
  return compare(dateOf(a), dateOf(b)) || compare(a.raw, b.raw)
}

function dateOf({ fields }: Line): string {
  const { archived_at, computed_at, date_created, date } = fields
  return String(archived_at ?? computed_at ?? date_created ?? date ?? '')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
