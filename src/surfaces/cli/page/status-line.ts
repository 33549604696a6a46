import type { Phrase } from '../../../phrase.ts'
import type { Output } from './output.ts'

const redrawMs = 100

/** How far a long command is, on one line of a terminal; nothing elsewhere. */
export function statusLine(output: Output): { show(message: Phrase): void; end(): void } {
  const isTerminal = process.stderr.isTTY === true && !output.isQuiet && !output.isJson
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(message) {
      const now = performance.now()
      if (!isTerminal || now - drawnAt < redrawMs) return
      drawnAt = now
      process.stderr.write(`\r\u001b[2K${output.say(message)}`)
    },
    end() {
      if (isTerminal) process.stderr.write('\r\u001b[2K')
    },
  }
}
