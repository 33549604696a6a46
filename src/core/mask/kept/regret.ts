import type { Ledger, LedgerRow } from '../../../ports/store/ledger.ts'

/** What was asked back after it was left out. */
export interface RegretReport {
  readonly recoveries: number
  readonly groups: readonly RegretGroup[]
}

interface RegretGroup {
  readonly sieve: string
  /** Empty where the sieve knows no tools. */
  readonly tool: string
  readonly policy: string
  readonly count: number
}

const mostRows = 100_000

/** Adds up the recoveries in the ledger since a moment. */
export async function countRegret(
  ledger: Pick<Ledger, 'list'>,
  since: number,
): Promise<RegretReport> {
  const rows = await ledger.list({ kind: 'recover', since }, mostRows)
  const counts = new Map<string, RegretGroup>()
  for (const row of rows) {
    const group = groupOf(row)
    const key = JSON.stringify([group.sieve, group.tool, group.policy])
    counts.set(key, { ...group, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const groups = [...counts.values()].sort((a, b) => b.count - a.count)
  return { recoveries: rows.length, groups }
}

function groupOf({ details = {} }: LedgerRow): RegretGroup {
  const { recovered, tool, policy } = details
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return { sieve: text(recovered), tool: text(tool), policy: text(policy), count: 0 }
}
