import { type Lines, splitLines } from '../../text/lines.ts'
import { cueEntries } from '../logs/cue-words.ts'
import { reportsIn } from '../logs/reports-in.ts'
import { scanLog } from '../logs/scan-log.ts'
import { wordTable } from '../logs/word-table.ts'
import { readWhole } from '../records/read-whole.ts'
import type { RecordKind, TextRecord } from '../records/text-record.ts'
import type { SourceType } from '../types.ts'
import { detectSourceType, type TextForm } from './detect-source-type.ts'
import { languageOfPath } from './language-of-path.ts'

/** What a text was taken for, and the things found in it, for people who wonder. */
export interface ReadAs {
  readonly form: TextForm
  readonly source_type: SourceType
  /** Lines that are about one thing, in order; the first of them where there are very many. */
  readonly records: readonly {
    readonly start: number
    readonly end: number
    readonly kind: RecordKind
  }[]
  readonly records_total: number
}

const mostRecords = 2000

/** Reads a text as the pruner does; `sourceType` is what the caller said it is. */
export function readAs(text: string, sourceType?: SourceType, path?: string): ReadAs {
  const lines = splitLines(text)
  const language = path === undefined ? undefined : languageOfPath(path)
  const detected = detectSourceType(text, path, language)
  const whole = readWhole(lines)
  const source_type = sourceType ?? detected.sourceType
  const records = whole?.records ?? (source_type === 'logs' ? reportRecords(lines) : [])
  const isOwn = sourceType === undefined || sourceType === detected.sourceType
  return {
    form: whole?.form ?? (isOwn ? detected.form : sourceType),
    source_type,
    records: records
      .slice(0, mostRecords)
      .map(({ first, last, kind }) => ({ start: first + 1, end: last + 1, kind })),
    records_total: records.length,
  }
}

function reportRecords(lines: Lines): readonly TextRecord[] {
  const sought = { words: wordTable([...cueEntries()], false), numbers: [] }
  const scan = scanLog(lines, sought, () => false)
  return scan === undefined ? [] : reportsIn(lines, scan)
}
