import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What a process and its threads have spent on a processor, and the memory it holds, from the kernel. */
export function processorTime(pid: number): { readonly us: number; readonly rss: number } {
  const threads = `/proc/${pid}/task`
  const us = readdirSync(threads).reduce((sum, thread) => {
    const nanoseconds = readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]
    return sum + Number(nanoseconds) / 1000
  }, 0)
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { us, rss: pages * 4096 }
}

/** The same of every process of the Postgres server at an address. */
export function familyTime(url: string): number {
  const { port } = new URL(url)
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const rows = listed.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
  const parent = rows.find(
    (row) => row?.[3]?.includes(`-p ${port}`) && /bin\/postgres/.test(row[3]),
  )
  const pids = rows.flatMap((row) =>
    row && (row[1] === parent?.[1] || row[2] === parent?.[1]) ? [Number(row[1])] : [],
  )
  return pids.reduce((sum, pid) => sum + processorTime(pid).us, 0)
}
