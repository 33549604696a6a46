import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Digest } from '../../ports/digest.ts'
import { type ArchiveRow, type Kept, type PartName, partNames, type Rows } from './parts.ts'
import { readRows } from './read-rows.ts'
import { createTally, differences, type Tallies, tallyStore } from './tally.ts'
import { writeRows } from './write-rows.ts'

/** A file of memory beside the databases. */
interface ArchivedFile {
  readonly file: string
  /** Its bytes, as base64. */
  readonly content: string
}

interface ArchiveHead {
  readonly archive: 'tamis'
  readonly format: 1
  readonly version: string
  readonly madeAt: string
}

interface ArchiveEnd {
  readonly end: Tallies
  readonly files: number
}

/** One line of an archive: its head, rows and files, and what there should be at the end. */
type ArchiveLine = ArchiveHead | ArchiveRow | ArchivedFile | ArchiveEnd

const batchRows = 100

/** Everything a store holds, line by line, the same for every database. */
export async function* writeArchive(
  kept: Kept,
  files: Iterable<ArchivedFile>,
  head: Pick<ArchiveHead, 'version' | 'madeAt'>,
  digest: Digest,
): AsyncGenerator<ArchiveLine> {
  const tally = createTally(digest)
  yield { archive: 'tamis', format: 1, ...head }
  for (const part of partNames)
    for await (const { row } of readRows(kept, part)) {
      tally.add(part, row)
      yield { part, row } as ArchiveRow
    }
  let count = 0
  for (const file of files) {
    count++
    yield file
  }
  yield { end: tally.result(), files: count }
}

/** Reads an archive to its end and refuses one that is cut, damaged or of another kind. */
export async function verifyArchive(
  lines: AsyncIterable<unknown>,
  digest: Digest,
): Promise<ArchiveEnd> {
  const tally = createTally(digest)
  let isFirst = true
  let files = 0
  let end: ArchiveEnd | undefined
  for await (const line of lines) {
    if (isFirst) requireHead(line)
    isFirst = false
    if (isRow(line)) tally.add(line.part, line.row)
    if (isFile(line)) files++
    if (isEnd(line)) end = { ...line, end: ofEveryPart(line.end, digest) }
  }
  if (!end) throw invalid('It has no end: it was cut.')
  const unlike = differences(end.end, tally.result())
  if (files !== end.files) throw invalid(`files: ${end.files} wanted, ${files} found`)
  if (unlike.length > 0) throw invalid(unlike.join('; '))
  return end
}

/** Puts the rows of a verified archive into an empty store, and compares what is there afterwards. */
export async function restoreArchive(
  lines: AsyncIterable<unknown>,
  kept: Kept,
  digest: Digest,
  onFile: (file: ArchivedFile) => void,
  onProgress: (rows: number) => void,
): Promise<Tallies> {
  const batch = rowBatch(kept, onProgress)
  let wanted: Tallies | undefined
  for await (const line of lines) {
    if (isFile(line)) onFile(line)
    if (isEnd(line)) wanted = ofEveryPart(line.end, digest)
    if (isRow(line)) await batch.add(line)
  }
  await batch.flush()
  const found = await tallyStore(kept, digest)
  const unlike = wanted ? differences(wanted, found) : ['no end']
  if (unlike.length > 0) throw invalid(`What was restored differs: ${unlike.join('; ')}`)
  return found
}

/** Rows are written together, as long as they are of one part. */
function rowBatch(kept: Kept, onProgress: (rows: number) => void) {
  let batch: ArchiveRow[] = []
  let rows = 0
  const flush = async (): Promise<void> => {
    await writeBatch(kept, batch)
    rows += batch.length
    batch = []
    onProgress(rows)
  }
  return {
    flush,
    async add(row: ArchiveRow): Promise<void> {
      const [first] = batch
      if (first && (batch.length === batchRows || first.part !== row.part)) await flush()
      batch.push(row)
    },
  }
}

async function writeBatch(kept: Kept, batch: readonly ArchiveRow[]): Promise<void> {
  const [first] = batch
  if (!first) return
  const rows = batch.map(({ row }) => row as Rows[PartName])
  await writeRows(kept, first.part, rows).catch((cause: unknown) => {
    // A refusal of the store is one; anything else is a row that no Tamis wrote.
    if (cause instanceof EngineError) throw cause
    throw new EngineError('archive_invalid', phrase`A row of ${first.part} is not of its form`, {
      cause,
    })
  })
}

function requireHead(line: unknown): void {
  const { archive, format } = asFields(line)
  if (archive !== 'tamis') throw invalid('It is no archive of Tamis.')
  if (format !== 1)
    throw invalid(`It is of format ${String(format)}, which this Tamis cannot read.`)
}

function isRow(line: unknown): line is ArchiveRow {
  const { part, row } = asFields(line)
  return partNames.some((name) => name === part) && typeof row === 'object' && row !== null
}

function isFile(line: unknown): line is ArchivedFile {
  const { file, content } = asFields(line)
  return typeof file === 'string' && typeof content === 'string'
}

function isEnd(line: unknown): line is ArchiveEnd {
  const { end, files } = asFields(line)
  const tallies = asFields(end)
  return typeof files === 'number' && firstParts.every((part) => part in tallies)
}

/** What every archive counts; those of before there were others have none of them. */
const firstParts = partNames.filter((part) => part !== 'sent')

function ofEveryPart(end: Tallies, digest: Digest): Tallies {
  return { ...createTally(digest).result(), ...end }
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function invalid(reason: string): EngineError {
  return new EngineError('archive_invalid', phrase`The archive cannot be used. ${reason}`)
}
