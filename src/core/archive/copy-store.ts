import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Digest } from '../../ports/digest.ts'
import { type Kept, type PartName, partNames, type Rows } from './parts.ts'
import { readRows } from './read-rows.ts'
import { differences, type Tallies, tallyStore } from './tally.ts'
import { writeRows, writtenRows } from './write-rows.ts'

/** How far a copy is: the last row of each part that is safe on the other side. */
export type Marks = Readonly<Partial<Record<PartName, string>>>

export interface CopyProgress {
  readonly part: PartName
  readonly rows: number
  readonly marks: Marks
}

const batchRows = 100

/** Copies everything, taking up where `marks` say an earlier run was; verified by reading both again. */
export async function copyStore(
  from: Kept,
  to: Kept,
  marks: Marks,
  digest: Digest,
  onProgress: (progress: CopyProgress) => void,
): Promise<Tallies> {
  let reached = marks
  for (const part of partNames) {
    await copyPart(from, to, part, reached[part], ({ rows, mark }) => {
      reached = { ...reached, [part]: mark }
      onProgress({ part, rows, marks: reached })
    })
  }
  const wanted = await tallyStore(from, digest)
  const unlike = differences(wanted, await tallyStore(to, digest))
  if (unlike.length === 0) return wanted
  throw new EngineError('archive_invalid', phrase`The copy differs: ${unlike.join('; ')}`, {
    hint: 'Was either store written meanwhile? Stop every daemon, empty the target and copy again.',
  })
}

async function copyPart<Name extends PartName>(
  from: Kept,
  to: Kept,
  part: Name,
  mark: string | undefined,
  onBatch: (batch: { rows: number; mark: string }) => void,
): Promise<void> {
  // What can only be appended is counted where it arrives: a mark may be older than that.
  const written = await writtenRows(to, part)
  let skip = written ?? 0
  let rows = skip
  let batch: Rows[Name][] = []
  let last = mark ?? ''
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    await writeRows(to, part, batch)
    rows += batch.length
    batch = []
    onBatch({ rows, mark: last })
  }
  for await (const { row, mark: own } of readRows(from, part, written === undefined ? mark : '')) {
    if (skip-- > 0) continue
    batch.push(row)
    last = own
    if (batch.length === batchRows) await flush()
  }
  await flush()
}

/** Refuses a target that holds anything: what is there would be mixed with what comes. */
export async function requireEmpty({ store, documents, upkeep }: Kept): Promise<void> {
  const [{ ids }, [sent], [row], { chunks }, tokens, servers] = await Promise.all([
    store.originals.usage(),
    upkeep.sentResults('', 1),
    store.ledger.list({}, 1),
    documents.size(),
    store.tokens.list(),
    store.catalog.servers(),
  ])
  const count = ids + chunks + tokens.length + servers.length
  if (count === 0 && sent === undefined && row === undefined) return
  throw new EngineError('store_not_empty', 'The target holds data already', {
    hint: 'Choose another home or database, or empty this one first.',
  })
}
