import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

interface Row {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

/**
 * A process and what it started, as far as that stayed in its process group: `npx` and shells run a server
 * as a child. What was started to outlive it has made itself a group of its own.
 */
export async function processFamily(pid: number): Promise<readonly number[]> {
  const own = childrenInProc(pid)
  if (own) return own
  const rows = await allProcesses()
  const group = rows.find((row) => row.pid === pid)?.group
  const family = [pid]
  for (const parent of family)
    for (const row of rows) if (row.parent === parent && row.group === group) family.push(row.pid)
  return family
}

/** By Linux's own list of children; `undefined` where there is none. */
function childrenInProc(pid: number): readonly number[] | undefined {
  if (!existsSync(`/proc/${pid}/task/${pid}/children`)) return undefined
  const group = groupOf(pid)
  const family = [pid]
  for (const one of family)
    family.push(...childrenOf(one).filter((child) => groupOf(child) === group))
  return family
}

function childrenOf(pid: number): readonly number[] {
  return listed(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
}

/** One that has ended and whose parent has not looked yet is only a line in a list. */
export function hasEnded(pid: number): boolean {
  return statOf(pid)[0] === 'Z'
}

function groupOf(pid: number): number | undefined {
  const group = statOf(pid)[2]
  return group === undefined ? undefined : Number(group)
}

/** What Linux says of a process after its name, which may hold anything: its state, its parent, its group. */
function statOf(pid: number): readonly string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Processes end while they are looked at: one that has is as one without children. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isGone(error)) return ''
    throw error
  }
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(`${error.code}`)
}

/** Where there is no `ps`, as on Windows, a process is taken to be alone. */
async function allProcesses(): Promise<readonly Row[]> {
  const list = promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid='])
  const { stdout } = await list.catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group] = line.trim().split(/\s+/).map(Number)
    return pid && parent !== undefined && group !== undefined ? [{ pid, parent, group }] : []
  })
}
