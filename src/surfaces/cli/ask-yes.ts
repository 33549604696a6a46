import { createInterface } from 'node:readline/promises'
import { UsageError } from './usage-error.ts'

/** Asks the person at the terminal; anything but yes is no. `hint` says what to type where nobody is there. */
export async function askYes(question: string, hint: string): Promise<boolean> {
  if (process.stdin.isTTY !== true) throw new UsageError('Nobody is there to say yes', hint)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^(?:y|yes|o|oui)$/i.test((await terminal.question(`${question} `)).trim())
  } finally {
    terminal.close()
  }
}
