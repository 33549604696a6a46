import type { ChunkRecord, DocumentRecord } from '../../ports/store/document-rows.ts'
import type { DocumentRow, Kept, PartName, Rows } from './parts.ts'

/** Rows, each with the mark after which reading can be taken up again. */
type Marked<Row> = AsyncGenerator<{ readonly row: Row; readonly mark: string }>

const pageSize = 200
const documentPage = 50

/** All rows of a part after `mark`, in an order that is the same every time. */
export function readRows<Name extends PartName>(
  kept: Kept,
  part: Name,
  mark = '',
): Marked<Rows[Name]> {
  const readers: { [N in PartName]: () => Marked<Rows[N]> } = {
    originals: () => readOriginals(kept, mark),
    sent: () => readSent(kept, mark),
    ledger: () => readLedger(kept, mark),
    servers: () => listed(kept.store.catalog.servers(), ({ name }) => name),
    tools: () => listed(readTools(kept), ({ server }) => server),
    capabilities: () => listed(kept.store.catalog.capabilities(), ({ id }) => id),
    traces: () =>
      listed(kept.store.catalog.traces(Number.MAX_SAFE_INTEGER), ({ at }) => String(at)),
    tokens: () => listed(kept.store.tokens.list(), ({ id }) => id),
    documents: () => readDocuments(kept, mark),
  }
  return readers[part]()
}

async function* listed<Row>(
  rows: Promise<readonly Row[]>,
  markOf: (row: Row) => string,
): Marked<Row> {
  for (const row of await rows) yield { row, mark: markOf(row) }
}

async function* readOriginals({ upkeep }: Kept, mark: string): Marked<Rows['originals']> {
  for (let after = mark; ; ) {
    const page = await upkeep.originals(after, pageSize)
    for (const { digest: _, ...row } of page) yield { row, mark: row.id }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.id
  }
}

async function* readSent({ upkeep }: Kept, mark: string): Marked<Rows['sent']> {
  for (let after = mark; ; ) {
    const page = await upkeep.sentResults(after, pageSize)
    for (const row of page) yield { row, mark: row.key }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.key
  }
}

async function* readLedger({ upkeep }: Kept, mark: string): Marked<Rows['ledger']> {
  for (let after = Number(mark); ; ) {
    const page = await upkeep.ledger(after, pageSize)
    for (const { seq, ...row } of page) yield { row, mark: String(seq) }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.seq
  }
}

async function readTools({ store }: Kept): Promise<readonly Rows['tools'][]> {
  const groups = Map.groupBy(await store.catalog.tools(), ({ server }) => server)
  return [...groups].map(([server, tools]) => ({ server, tools }))
}

async function* readDocuments(kept: Kept, mark: string): Marked<DocumentRow> {
  const { models } = await kept.documents.usage()
  for (let after = mark; ; ) {
    const page = await kept.documents.list({}, { after, limit: documentPage })
    for (const record of page)
      yield { row: await readDocument(kept, record, models), mark: record.id }
    const last = page.at(-1)
    if (last === undefined || page.length < documentPage) return
    after = last.id
  }
}

async function readDocument(
  { documents }: Kept,
  record: DocumentRecord,
  models: readonly { readonly model: string }[],
): Promise<DocumentRow> {
  const chunks: readonly ChunkRecord[] = await documents.chunksOf(record.id)
  const digests = [...new Set(chunks.map(({ digest }) => digest))]
  const vectors = await Promise.all(
    models.map(async ({ model }) =>
      (await documents.vectors(model, digests)).map((vector) => ({ ...vector, model })),
    ),
  )
  return { record, chunks, vectors: vectors.flat() }
}
