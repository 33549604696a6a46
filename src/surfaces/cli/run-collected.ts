import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

/** How a command ended, and what it printed on both streams, in order. */
interface Collected {
  readonly output: Buffer
  /** Bytes in the middle of very long output that were let go. */
  readonly lostBytes: number
  readonly exitCode: number
}

/** Both ends of what a command prints: nobody reads more, and a command may print for ever. */
const headBytes = 4 * 1024 * 1024
const tailBytes = 12 * 1024 * 1024

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Runs a command to its end. Signals go on to it, it decides what they mean; one that was killed
 * ends with 128 and the number of the signal, as in a shell.
 */
export async function runCollected(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  onOutput: (piece: Buffer) => void,
): Promise<Collected> {
  const child = start(words, environment)
  const collecting = collect()
  const take = (piece: Buffer): void => {
    collecting.take(piece)
    onOutput(piece)
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  const listeners = forwarded.map((signal) => {
    const forward = (): void => void child.kill(signal)
    process.on(signal, forward)
    return () => process.removeListener(signal, forward)
  })
  try {
    const [code, killedBy] = await once(child, 'close')
    const number = killedBy ? constants.signals[killedBy as NodeJS.Signals] : 0
    const exitCode = typeof code === 'number' ? code : 128 + number
    return { ...collecting.end(), exitCode }
  } finally {
    for (const stop of listeners) stop()
  }
}

/** One pipe for both streams keeps their order; Windows has no shell that could join them. */
function start(words: readonly string[], env: NodeJS.ProcessEnv) {
  const [command = '', ...rest] = words
  return process.platform === 'win32'
    ? spawn(command, rest, { stdio: ['inherit', 'pipe', 'pipe'], shell: true, env })
    : spawn('/bin/sh', ['-c', 'exec "$@" 2>&1', 'sh', ...words], {
        stdio: ['inherit', 'pipe', 'inherit'],
        env,
      })
}

interface Collecting {
  take(piece: Buffer): void
  end(): Pick<Collected, 'output' | 'lostBytes'>
}

/** The first bytes and the last; what is between them is only counted. */
export function collect(mostHead = headBytes, mostTail = tailBytes): Collecting {
  const head: Buffer[] = []
  const tail: Buffer[] = []
  let headSize = 0
  let tailSize = 0
  let lostBytes = 0
  return {
    take(piece) {
      const room = Math.max(0, mostHead - headSize)
      if (room > 0) head.push(piece.subarray(0, room))
      headSize += Math.min(room, piece.length)
      if (piece.length <= room) return
      tail.push(piece.subarray(room))
      tailSize += piece.length - room
      for (let first = tail[0]; first && tailSize - first.length >= mostTail; first = tail[0]) {
        tail.shift()
        tailSize -= first.length
        lostBytes += first.length
      }
    },
    end: () => ({ output: Buffer.concat([...head, ...gap(lostBytes), ...tail]), lostBytes }),
  }
}

function gap(lostBytes: number): readonly Buffer[] {
  return lostBytes === 0 ? [] : [Buffer.from(`\n[${lostBytes} bytes of output were not kept]\n`)]
}
