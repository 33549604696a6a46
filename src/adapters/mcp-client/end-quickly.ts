import { setTimeout as pause } from 'node:timers/promises'
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { hasEnded, processFamily } from './process-group.ts'

/** A server ends when its input does; one that does not is asked to end after this long. */
const askAfterMs = 500
/** A server that ignores that is killed after this long. The SDK alone waits twice as long for each step, and whoever stops the daemon with it. */
const killAfterMs = 2000
const lookEveryMs = 20

/** Closing this transport takes two seconds at most, and leaves nothing that the server was started through. */
export function endQuickly(transport: StdioClientTransport): void {
  const close = transport.close.bind(transport)
  transport.close = async () => {
    const { pid } = transport
    if (pid === null) return close()
    const family = await processFamily(pid)
    const latest = performance.now() + killAfterMs
    const timers = [
      setTimeout(() => signal(family, 'SIGTERM'), askAfterMs),
      setTimeout(() => signal(family, 'SIGKILL'), killAfterMs),
    ]
    try {
      await close()
      while (family.some(isRunning) && performance.now() < latest) await pause(lookEveryMs)
    } finally {
      for (const timer of timers) clearTimeout(timer)
      signal(family.filter(isRunning), 'SIGKILL')
    }
  }
}

function isRunning(pid: number): boolean {
  return tell(pid, 0) && !hasEnded(pid)
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) tell(pid, name)
}

/** Whether it was still there. */
function tell(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    // It ended by itself in the meantime, or has become somebody else's.
    if (error instanceof Error && 'code' in error && /ESRCH|EPERM/.test(`${error.code}`))
      return false
    throw error
  }
}
