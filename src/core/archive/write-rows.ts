import type { SentResults } from '../../ports/store/sent-results.ts'
import type { DocumentRow, Kept, PartName, Rows } from './parts.ts'

/** Adds rows of a part. Those of the ledger and of traces must not be there yet; others may. */
export async function writeRows<Name extends PartName>(
  kept: Kept,
  part: Name,
  rows: readonly Rows[Name][],
): Promise<void> {
  const { originals, sentResults, ledger, catalog, tokens } = kept.store
  const writers: { [N in PartName]: (given: readonly Rows[N][]) => Promise<unknown> } = {
    originals: (given) => originals.keep(given),
    sent: (given) => writeSent(sentResults, given),
    ledger: (given) => ledger.append(given),
    servers: (given) => each(given, (row) => catalog.saveServer(row)),
    tools: (given) => each(given, (row) => catalog.replaceTools(row.server, row.tools)),
    capabilities: (given) => each(given, (row) => catalog.saveCapability(row)),
    traces: (given) => catalog.appendTraces(given),
    tokens: (given) => each(given, (row) => tokens.add(row)),
    documents: (given) => each(given, (row) => writeDocument(kept, row)),
  }
  await writers[part](rows)
}

/** How many rows of an append-only part are there; `undefined` for parts that may be written again. */
export async function writtenRows(kept: Kept, part: PartName): Promise<number | undefined> {
  if (part === 'traces') return (await kept.store.catalog.version()).traces
  if (part !== 'ledger') return undefined
  const [total] = await kept.store.ledger.sum({}, 'all')
  return total?.entries ?? 0
}

async function each<Row>(
  rows: readonly Row[],
  write: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) await write(row)
}

/** Each with the time of its last use, so that none lives longer, or shorter, for having been copied. */
async function writeSent(results: SentResults, rows: readonly Rows['sent'][]): Promise<void> {
  const byUse = Map.groupBy(rows, ({ usedAt }) => usedAt)
  await Promise.all(
    [...byUse].map(([usedAt, used]) =>
      results.keep(
        used.map(({ usedAt: _, ...record }) => record),
        usedAt,
      ),
    ),
  )
}

async function writeDocument(
  { documents, indexChunk }: Kept,
  { record, chunks, vectors }: DocumentRow,
): Promise<void> {
  await documents.put(
    record,
    chunks.map((chunk) => indexChunk(record, chunk)),
  )
  for (const [model, own] of Map.groupBy(vectors, (vector) => vector.model))
    await documents.putVectors(
      model,
      own.map(({ digest, vector }) => ({ digest, vector })),
    )
}
