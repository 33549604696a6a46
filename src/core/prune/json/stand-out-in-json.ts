import type { Goal } from '../goal/goal.ts'
import { columnsNamed } from '../records/columns-named.ts'
import { extremes } from '../records/extremes.ts'
import { standOut } from '../records/stand-out.ts'
import type { Table } from '../records/whole/record-set.ts'
import { rowRecord } from '../records/whole/record-set.ts'
import { keyOf } from './pointer.ts'
import { isContainer, type JsonTree } from './scan-json.ts'

const fewestRows = 4
/** Larger lists, and further keys, are not compared: a bound on the work. */
const mostRows = 1000
const mostColumns = 40
const mostLists = 20
/** What a value must say to stand out where nobody asked: that something is not well. */
const plainlyIll = 2
/** What names a record. */
const naming = /(?:^|[._])(?:name|id|title|path|file\w*|key|endpoint|url|host)$/i

/**
 * The values of a JSON text that stand out among those of the same key in records of one shape, or
 * that are the largest or smallest where that is asked for, each with what names its record.
 */
export function standOutInJson(tree: JsonTree, goal: Goal, isAsked: boolean): readonly number[] {
  return rowsIn(tree)
    .slice(0, mostLists)
    .flatMap((rows) => inRows(tree, rows, goal, isAsked))
}

/** The children of each container that holds enough containers and stands in no such row itself. */
function rowsIn(tree: JsonTree): readonly (readonly number[])[] {
  const children = new Map<number, number[]>()
  for (let node = 1; node < tree.count; node++) {
    if (!isContainer(tree, node)) continue
    const above = tree.parent[node] ?? 0
    const known = children.get(above)
    if (known === undefined) children.set(above, [node])
    else known.push(node)
  }
  const found: (readonly number[])[] = []
  let end = 0
  for (const [above, rows] of [...children].sort(([a], [b]) => a - b)) {
    if (rows.length < fewestRows || (tree.start[above] ?? 0) < end) continue
    if (rows.length <= mostRows) found.push(rows)
    end = tree.end[above] ?? 0
  }
  return found
}

interface Row {
  /** The value under each path inside the record. */
  readonly leaves: ReadonlyMap<string, number>
}

function inRows(
  tree: JsonTree,
  nodes: readonly number[],
  goal: Goal,
  isAsked: boolean,
): readonly number[] {
  const rows = nodes.map((node) => leavesOf(tree, node))
  const columns = [...new Set(rows.flatMap(({ leaves }) => [...leaves.keys()]))].slice(
    0,
    mostColumns,
  )
  const textOf = (row: Row | undefined, column: string): string => {
    const leaf = row?.leaves.get(column)
    return leaf === undefined
      ? ''
      : tree.text.slice(tree.start[leaf], tree.end[leaf]).replace(/^"|"$/g, '')
  }
  const cells = rows.map((row) => columns.map((column) => textOf(row, column)))
  const records = nodes.map((_, at) => rowRecord(at, -1))
  const table: Table = {
    columns,
    rows: records,
    cellsOf: ({ first }) => cells[first] ?? [],
  }
  const asked = extremes(table, goal.text).map(({ first }) => first)
  const named = columnsNamed(columns, goal.text)
  const found = columns.flatMap((column, at) => {
    if (naming.test(column)) return []
    const standing = asked.length > 0 ? new Float64Array() : standOut(table, [at])
    const least = isAsked && (named.length === 0 || named.includes(at)) ? 1 : plainlyIll
    return [...standing.keys()]
      .filter((row) => (standing[row] ?? 0) >= least)
      .map((row) => ({ row, column }))
  })
  const ends = asked.map((row) => ({ row, column: columns[named[0] ?? -1] ?? '' }))
  return [...found, ...ends].flatMap(({ row, column }) => {
    const { leaves } = rows[row] ?? { leaves: new Map<string, number>() }
    const names = [...leaves].filter(([path]) => naming.test(path)).slice(0, 1)
    return [leaves.get(column), names[0]?.[1], nodes[row]].filter((node) => node !== undefined)
  })
}

/** The plain values inside a record by their path; lists inside are one path each. */
function leavesOf(tree: JsonTree, record: number): Row {
  const leaves = new Map<string, number>()
  const paths = new Map<number, string>([[record, '']])
  const end = tree.end[record] ?? 0
  for (let node = record + 1; node < tree.count && (tree.start[node] ?? 0) < end; node++) {
    if (leaves.size >= mostColumns) break
    const path = [paths.get(tree.parent[node] ?? -1) ?? '', keyOf(tree, node) ?? '']
      .join('.')
      .replace(/^\.+|\.+$/g, '')
    if (isContainer(tree, node)) paths.set(node, path)
    else if (!leaves.has(path)) leaves.set(path, node)
  }
  return { leaves }
}
