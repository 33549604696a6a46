import { existsSync, readFileSync } from 'node:fs'

/** Whether the kernel tells what a process has spent; elsewhere tests go by the clock. */
const knowsProcessorTime = existsSync('/proc/self/stat')
/** The kernel counts in hundredths of a second for programs, whatever its own clock is. */
const tickMs = 10

/** Milliseconds of processor time of all threads of a process, ended ones too: a busy machine adds none. */
export function processorMs(pid: number | undefined): number {
  if (!knowsProcessorTime) return performance.now()
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name, in brackets, may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
