import { type Lines, lineAt } from '../../text/lines.ts'
import { stripAnsi } from '../form/strip-ansi.ts'
import { accessLog } from './whole/access-log.ts'
import { alignedTable, wordTable } from './whole/aligned-table.ts'
import { diff } from './whole/diff.ts'
import { history, shortHistory } from './whole/history.ts'
import { listing } from './whole/listing.ts'
import { ndjson } from './whole/ndjson.ts'
import type { RecordForm, RecordSet, WholeReader } from './whole/record-set.ts'
import { ruledTable } from './whole/ruled-table.ts'
import { searchResults } from './whole/search-results.ts'
import { separated } from './whole/separated.ts'
import { tables } from './whole/tables.ts'

/** Asked in this order. */
const readers: readonly WholeReader[] = [
  history,
  shortHistory,
  diff,
  ndjson,
  accessLog,
  listing,
  searchResults,
  separated,
  ruledTable,
  alignedTable,
  wordTable,
  tables,
]

/** The text as records, where all of it is records of one form. */
export function readWhole(lines: Lines): RecordSet | undefined {
  return readerOf(lines)?.read(lines)
}

/** Which form of records the whole text has, if any; reads a sample of it. */
export function formOfRecords(lines: Lines): RecordForm | undefined {
  return readerOf(lines)?.form
}

function readerOf(lines: Lines): WholeReader | undefined {
  const sample = sampleOf(lines)
  return sample.length < fewestLines
    ? undefined
    : readers.find((one) => one.recognises(sample, lines))
}

const fewestLines = 3
const opening = 40
const spread = 60
const longestSampled = 2000

/** The first filled lines, then others spread over the text. */
function sampleOf(lines: Lines): readonly string[] {
  const sample: string[] = []
  const step = Math.max(1, Math.floor(lines.count / spread))
  for (let line = 0; line < lines.count; line += sample.length < opening ? 1 : step) {
    const text = lineAt(lines, line).slice(0, longestSampled)
    if (text.trim() !== '') sample.push(text.includes('\u001b') ? stripAnsi(text) : text)
  }
  return sample
}
