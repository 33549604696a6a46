import type { Log, LogFields } from '../../ports/log.ts'

/** One line per event on stderr: `warn sweep-failed cause="…"`. */
export function stderrLog(): Log {
  const write = (level: string, event: string, fields: LogFields = {}): void => {
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${JSON.stringify(value)}`],
    )
    process.stderr.write(`${[level, event, ...pairs].join(' ')}\n`)
  }
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  }
}
