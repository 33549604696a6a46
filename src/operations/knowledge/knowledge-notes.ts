/** What stderr says of an answer in which vectors had no part, though they were asked for. */
export function wordsAloneNotes({
  missing,
  warnings,
}: {
  readonly missing: readonly string[]
  readonly warnings: readonly string[]
}): readonly string[] {
  const away = warnings.map((code) => `the embedder does not answer (${code})`)
  const reasons = away.length > 0 ? away : missing.map((part) => `no ${part}`)
  return reasons.map((reason) => `Searched without vectors: ${reason}. Words alone were compared.`)
}
