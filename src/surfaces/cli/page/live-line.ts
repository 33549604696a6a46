import { counted } from '../../../phrase.ts'
import type { Output } from './output.ts'
import { printable } from './printable.ts'

const redrawMs = 100
const usualColumns = 80

interface LiveLine {
  show(piece: Buffer): void
  end(): void
}

/** How far a command is, on one line of a terminal: lines so far, and the last of them. */
export function liveLine(output: Output): LiveLine {
  const isTerminal = process.stderr.isTTY === true && !output.isQuiet && !output.isJson
  let lines = 0
  let last = ''
  let drawnAt = 0
  return {
    show(piece) {
      if (!isTerminal) return
      const parts = piece.toString('utf8').split('\n')
      lines += parts.length - 1
      last = parts.findLast((part) => part.trim() !== '') ?? last
      const now = performance.now()
      if (now - drawnAt < redrawMs) return
      drawnAt = now
      const text = `${output.say(counted(lines, '{} line', '{} lines'))}  ${printable(last).trim()}`
      process.stderr.write(
        `\r\u001b[2K${text.slice(0, (process.stderr.columns ?? usualColumns) - 1)}`,
      )
    },
    end() {
      if (isTerminal) process.stderr.write('\r\u001b[2K')
    },
  }
}
