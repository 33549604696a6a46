import type { Digest } from '../../ports/digest.ts'
import { type Kept, type PartName, partNames } from './parts.ts'
import { readRows } from './read-rows.ts'

/** How many rows a part has, and a digest of them all that does not depend on their order. */
interface Tally {
  readonly rows: number
  readonly digest: string
}

export type Tallies = Readonly<Record<PartName, Tally>>

interface Tallying {
  add(part: PartName, row: unknown): void
  result(): Tallies
}

const modulus = 2n ** 256n

/** Counts rows as they go by. */
export function createTally(digest: Digest): Tallying {
  const parts = new Map<PartName, { rows: number; sum: bigint }>(
    partNames.map((part) => [part, { rows: 0, sum: 0n }]),
  )
  return {
    add(part, row) {
      const { rows, sum } = parts.get(part) ?? { rows: 0, sum: 0n }
      const own = BigInt(`0x${digest(canonical(row))}`)
      parts.set(part, { rows: rows + 1, sum: (sum + own) % modulus })
    },
    result: () =>
      Object.fromEntries(
        [...parts].map(([part, { rows, sum }]) => [
          part,
          { rows, digest: sum.toString(16).padStart(64, '0') },
        ]),
      ) as Tallies,
  }
}

/** Reads a whole store and counts it. */
export async function tallyStore(kept: Kept, digest: Digest): Promise<Tallies> {
  const tally = createTally(digest)
  for (const part of partNames)
    for await (const { row } of readRows(kept, part)) tally.add(part, row)
  return tally.result()
}

/** The parts whose rows are not the same, each with both counts. */
export function differences(wanted: Tallies, found: Tallies): readonly string[] {
  return partNames
    .filter(
      (part) =>
        wanted[part].rows !== found[part].rows || wanted[part].digest !== found[part].digest,
    )
    .map((part) =>
      wanted[part].rows === found[part].rows
        ? `${part}: as many rows (${wanted[part].rows}), and not the same ones`
        : `${part}: ${wanted[part].rows} rows wanted, ${found[part].rows} found`,
    )
}

/** JSON with its names in order, so that two databases write the same value the same way. */
function canonical(value: unknown): string {
  if (value instanceof Float32Array) return JSON.stringify([...value])
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}
