import { programsOf } from './shell-words.ts'

/** A listing with its rows in short, and how many there are. */
interface FoldedListing {
  readonly text: string
  readonly rows: number
}

/** Fewer rows are not worth a marker. */
const fewestRows = 8

const date = String.raw`(?:\w{3} +\d{1,2} +[\d:]{4,5}|\d{4}-\d\d-\d\d \d\d:\d\d(?::[\d.]+)?(?: [+-]\d{4})?)`
const row = new RegExp(
  String.raw`^([bcdlps-])([rwxsStT-]{9})[.+@]? +\d+ +\S+ +\S+ +(\d[\d.,]*[KMGTP]?) +${date} (.+)$`,
)

/**
 * Rows of `ls -l` as name and size: permissions, links, owners and dates go, every name stays, with
 * a `/` after a folder and a `*` after what can be run. `undefined` when there are too few.
 */
export function foldListing(text: string, command: string | undefined): FoldedListing | undefined {
  if (command !== undefined && asksForColumns(command)) return undefined
  let rows = 0
  const lines = text.split('\n').map((line) => {
    const found = row.exec(line)
    if (!found) return line
    rows++
    return shortRow(found)
  })
  return rows >= fewestRows ? { text: lines.join('\n'), rows } : undefined
}

function shortRow([, type = '', rights = '', size = '', name = '']: readonly string[]): string {
  if (type === 'd') return `${name}/`
  if (type === 'l') return name
  return `${name}${/[xst]/.test(rights) ? '*' : ''} ${size}`
}

/** It sorts by a date, or is about rights, owners or dates. */
function asksForColumns(command: string): boolean {
  return programsOf(command).some(({ name, args }) =>
    name === 'ls'
      ? args.some((arg) => /^-\w*[tcud]|^--(?:time|sort|full-time|directory)/.test(arg))
      : columnPrograms.has(name),
  )
}

const columnPrograms = new Set(['chmod', 'chown', 'chgrp', 'stat', 'umask', 'touch', 'getfacl'])
