import { type Phrase, phrase } from '../../phrase.ts'

/** What stderr says of an answer in which vectors had no part, though they were asked for. */
export function wordsAloneNotes({
  missing,
  warnings,
}: {
  readonly missing: readonly string[]
  readonly warnings: readonly string[]
}): readonly Phrase[] {
  const away = warnings.map((code) => phrase`the embedder does not answer (${code})`)
  const reasons = away.length > 0 ? away : missing.map((part) => phrase`no ${part}`)
  return reasons.map(
    (reason) => phrase`Searched without vectors: ${reason}. Words alone were compared.`,
  )
}
