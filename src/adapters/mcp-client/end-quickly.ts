import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** A server ends when its input does; one that does not is asked to after this, */
const askAfterMs = 500
/** and ended after this. The SDK alone waits twice as long for each step, and whoever stops the daemon with it. */
const killAfterMs = 2000

/** Closing this transport takes two seconds at most. */
export function endQuickly(transport: StdioClientTransport): void {
  const close = transport.close.bind(transport)
  transport.close = async () => {
    const { pid } = transport
    const timers = [
      setTimeout(() => signal(pid, 'SIGTERM'), askAfterMs),
      setTimeout(() => signal(pid, 'SIGKILL'), killAfterMs),
    ]
    try {
      await close()
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }
}

function signal(pid: number | null, name: NodeJS.Signals): void {
  if (pid === null) return
  try {
    process.kill(pid, name)
  } catch (error) {
    // It ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
