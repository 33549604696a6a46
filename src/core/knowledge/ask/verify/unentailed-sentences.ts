import type { Entailment } from '../../../../ports/entailment.ts'
import { citedNumbers } from '../cited-numbers.ts'
import { withoutMarkers } from './verify-spans.ts'

/** A sentence follows from a source when that is likelier than not. */
const likely = 0.5

/** The sentences of an answer that follow from none of the sources they cite, or of all where they cite none. */
export async function unentailedSentences(
  entailment: Entailment,
  answer: string,
  premises: ReadonlyMap<number, string>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const sentences = sentencesOf(answer)
  const pairs = sentences.flatMap(({ claim, cited }, sentence) => {
    const own = cited.flatMap((number) => premises.get(number) ?? [])
    const sources = own.length > 0 ? own : [...premises.values()]
    return sources.map((premise) => ({ premise, claim, sentence }))
  })
  const scores = await entailment.likelihoods(
    pairs.map(({ premise, claim }) => ({ premise, claim })),
    signal,
  )
  const follows = new Set(
    pairs.flatMap(({ sentence }, at) => ((scores[at] ?? 0) >= likely ? [sentence] : [])),
  )
  return sentences.filter((_, sentence) => !follows.has(sentence)).map(({ claim }) => claim)
}

/** A marker after the full stop belongs to the sentence before it. */
function sentencesOf(
  answer: string,
): readonly { readonly claim: string; readonly cited: readonly number[] }[] {
  return answer
    .split(/(?<=[.!?。！？](?:\s*\[[\d,\s]+\])*)\s+(?!\[)|\n+/)
    .map((text) => ({
      claim: withoutMarkers(text)
        .replace(/\s+/g, ' ')
        .replace(/\s+([.!?])/g, '$1')
        .trim(),
      cited: citedNumbers(text),
    }))
    .filter(({ claim }) => /[\p{L}\p{N}]/u.test(claim))
}
