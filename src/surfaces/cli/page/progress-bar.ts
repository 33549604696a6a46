import type { Say } from '../../../core/text/say.ts'
import type { IngestProgress } from '../../../engine.ts'
import { phrase } from '../../../phrase.ts'
import type { Output } from './output.ts'

const redrawMs = 100
const width = 24

interface ProgressBar {
  show(progress: IngestProgress): void
  end(): void
}

/** Phase, bar, rate, time left and file on one line of a terminal; one line per phase elsewhere. */
export function progressBar(output: Output): ProgressBar {
  const isTerminal = process.stderr.isTTY === true && !output.isQuiet && !output.isJson
  let phase = ''
  let startedAt = 0
  let drawnAt = 0
  return {
    show(progress) {
      const now = performance.now()
      if (progress.phase !== phase) {
        phase = progress.phase
        startedAt = now
        drawnAt = 0
        if (!isTerminal) output.note(phaseNote(progress, output.say))
      }
      if (!isTerminal || now - drawnAt < redrawMs) return
      drawnAt = now
      process.stderr.write(`\r\u001b[2K${line(progress, (now - startedAt) / 1000, output.say)}`)
    },
    end() {
      if (isTerminal) process.stderr.write('\r\u001b[2K')
    },
  }
}

function phaseNote({ phase, total }: IngestProgress, say: Say): string {
  if (phase === 'waiting') return say('Waiting for another ingest to finish.')
  return `${phaseText(phase, say)}${total === undefined ? '' : ` ${total}`} …`
}

function phaseText(phase: IngestProgress['phase'], say: Say): string {
  const words = {
    waiting: say('waiting'),
    listing: say('listing'),
    indexing: say('indexing'),
    embedding: say('embedding'),
  }
  return words[phase]
}

function line({ phase, done, total, file }: IngestProgress, seconds: number, say: Say): string {
  const rate = seconds > 0 ? done / seconds : 0
  const parts = [phaseText(phase, say).padEnd(9)]
  if (total !== undefined && total > 0) {
    const filled = Math.round((width * done) / total)
    const rest = rate > 0 ? say(phrase`${Math.ceil((total - done) / rate)} s left`) : ''
    parts.push(`${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${total}`)
    parts.push(`${rate.toFixed(0)}/s`, rest)
  }
  if (file !== undefined) parts.push(file.slice(-50))
  return parts.join('  ')
}
