import { type Lines, lineAt } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'
import { rowRecord, type Table, type WholeReader } from './record-set.ts'
import { opensTable, type TableBlock, tableIn } from './table-in.ts'

/** Tables of any kind that make up most of a text, with what stands above, between and below them. */
export const tables: WholeReader = {
  form: 'table',
  recognises: (_, lines) =>
    shareInTables(lines, 0, Math.min(lines.count, looked)) >= mostOf &&
    shareInTables(lines, Math.max(0, lines.count - looked), lines.count) >= mostOf,
  read: (lines) => {
    const found = blocksIn(lines, 0, lines.count).map((block) => readBlock(lines, block))
    const records = found.flatMap((one) => one.records)
    return { form: 'table', records, tables: found.flatMap(({ table }) => table ?? []) }
  },
}

/** Lines at each end that are looked at to tell whether a text is tables. */
const looked = 1000
const mostOf = 0.6

interface Block {
  readonly first: number
  readonly last: number
  readonly table: TableBlock | undefined
}

function shareInTables(lines: Lines, from: number, to: number): number {
  let all = 0
  let inTables = 0
  for (const { first, last, table } of blocksIn(lines, from, to)) {
    all += last - first + 1
    if (table !== undefined) inTables += table.last - table.first + 1
  }
  return all === 0 ? 0 : inTables / all
}

/** A header does not follow another so closely: the first would be a title. */
const fewestBetween = 2

/** The runs of filled lines; where names of other columns follow, another run begins. */
function blocksIn(lines: Lines, from: number, to: number): readonly Block[] {
  const blocks: Block[] = []
  let first = -1
  for (let line = from; line <= to; line++) {
    const isFilled = line < to && !isBlank(lines, line)
    const isNext = isFilled && line > first + fewestBetween && opensTable(lineAt(lines, line))
    if (isFilled && first < 0) first = line
    if (first < 0 || (isFilled && !isNext)) continue
    blocks.push({ first, last: line - 1, table: tableIn(lines, first, line - 1) })
    first = isNext ? line : -1
  }
  return blocks
}

function isBlank({ text, starts, ends }: Lines, line: number): boolean {
  const end = ends[line] ?? 0
  let at = starts[line] ?? 0
  while (at < end && text.charCodeAt(at) <= 0x20) at += 1
  return at >= end
}

function readBlock(
  lines: Lines,
  { first, last, table }: Block,
): { readonly records: readonly TextRecord[]; readonly table?: Table } {
  const records: TextRecord[] = []
  const add = (from: number, to: number, under: number): TextRecord[] => {
    const added = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
      rowRecord(from + at, under),
    )
    records.push(...added)
    return added
  }
  if (table === undefined) {
    add(first, last, -1)
    return { records }
  }
  const { header, headerLast, cut, columns } = table
  add(first, (header < 0 ? table.first : header) - 1, -1)
  if (header >= 0) {
    const place = { ...rowRecord(header, -1), last: headerLast, headLast: headerLast }
    records.push({ ...place, kind: 'success' })
  }
  const rows = add(table.first, table.last, headerLast)
  add(table.last + 1, last, -1)
  const cellsOf = ({ first: line }: TextRecord) => cut(lineAt(lines, line))
  return { records, table: { columns, cellsOf, rows } }
}
