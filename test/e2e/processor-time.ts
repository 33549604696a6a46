import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether the kernel tells what a process has spent; elsewhere tests go by the clock. */
const knowsProcessorTime = existsSync('/proc/self/schedstat')

/** Milliseconds that all threads of a process have spent on a processor: a busy machine adds none. */
export function processorMs(pid: number | undefined): number {
  if (!knowsProcessorTime) return performance.now()
  const threads = `/proc/${pid}/task`
  return readdirSync(threads).reduce((sum, thread) => {
    const nanoseconds = readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]
    return sum + Number(nanoseconds) / 1e6
  }, 0)
}
