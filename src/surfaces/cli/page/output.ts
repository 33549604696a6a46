import { english, type Say } from '../../../core/text/say.ts'
import type { Phrase } from '../../../phrase.ts'
import { printable } from './printable.ts'

/** Where a command speaks: results on stdout, everything else on stderr. */
export interface Output {
  readonly isJson: boolean
  readonly isQuiet: boolean
  /** Messages in the reader's language. */
  readonly say: Say
  /** The result; nothing else goes to stdout. */
  result(text: string): void
  /** Exactly these bytes on stdout. */
  raw(text: string): void
  json(value: unknown): void
  /** A remark for people, on stderr; silent under `--quiet`. */
  note(text: Phrase): void
  problem(text: Phrase): void
}

export function createOutput(isJson: boolean, isQuiet: boolean, say: Say = english): Output {
  return {
    isJson,
    isQuiet,
    say,
    result: (text) => console.log(printable(text)),
    // A pipe gets every byte; a terminal none that commands it.
    raw: (text) => void process.stdout.write(process.stdout.isTTY ? printable(text) : text),
    json: (value) => console.log(JSON.stringify(value, null, 2)),
    note: (text) => {
      if (!isQuiet) console.error(printable(say(text)))
    },
    problem: (text) => console.error(printable(say(text))),
  }
}
