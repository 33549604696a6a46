import type { Phrase } from '../../phrase.ts'

/** The command line itself is wrong; exit code 2. */
export class UsageError extends Error {
  readonly hint: string | undefined
  /** Both as they are said in other languages. */
  readonly said: { readonly message: Phrase; readonly hint: Phrase | undefined }

  constructor(message: Phrase, hint?: Phrase) {
    super(String(message))
    this.name = 'UsageError'
    this.said = { message, hint }
    this.hint = hint === undefined ? undefined : String(hint)
  }
}
