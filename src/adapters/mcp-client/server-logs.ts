/** The last lines of each server, in memory alone: what a process prints may hold anything. */
interface ServerLogs {
  /** Takes what a server writes, in pieces of any size. */
  writerOf(server: string): (text: string) => void
  linesOf(server: string): readonly string[]
}

const mostLines = 400
const longestLine = 2000

export function serverLogs(): ServerLogs {
  const byServer = new Map<string, { lines: string[]; rest: string }>()
  const logOf = (server: string) => {
    const log = byServer.get(server) ?? { lines: [], rest: '' }
    byServer.set(server, log)
    return log
  }
  return {
    writerOf: (server) => (text) => {
      const log = logOf(server)
      const lines = (log.rest + text).split('\n')
      log.rest = (lines.pop() ?? '').slice(-longestLine)
      log.lines = [...log.lines, ...lines.map((line) => line.slice(0, longestLine))].slice(
        -mostLines,
      )
    },
    linesOf(server) {
      const { lines, rest } = logOf(server)
      return rest === '' ? lines : [...lines, rest]
    },
  }
}
