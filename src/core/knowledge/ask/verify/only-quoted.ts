import type { KeyedChunk } from '../../../../ports/store/document-rows.ts'
import { foldText } from '../../../text/fold.ts'
import { contentTerms, stemmerOf } from '../../search/index-terms.ts'
import type { Question } from '../../search/question.ts'
import { statementsOf } from '../statements-of.ts'

const heardPassages = 3
/** A statement that says this part of what the example does may be the answer. */
const nearExample = 0.7
/** The example must say this part of what the base knows of the question, and the word it asks with. */
const leastSaid = 0.6
const questionWord =
  /^(?:who|what|when|where|which|how (?:much|many|long|old|far|big|fast)|qui|quel|quelle|quand|où|combien)\b/i

/**
 * True when the best of the passages is an example that puts this very question, such as a line of a
 * file of questions in a guide, and nothing else says nearly as much of it. A question for a fact is
 * known by the word it asks with, any other by all its words.
 */
export function isOnlyQuoted(question: Question, chunks: readonly KeyedChunk[]): boolean {
  const whole = foldText(question.text.trim().replace(/[?\s]+$/, ''))
  const asks = questionWord.exec(whole)?.[0]
  const isPut = (text: string): boolean =>
    asks === undefined
      ? question.content.length > 1 && foldText(text).includes(whole)
      : foldText(text).includes(`${asks} `)
  const asked = new Set(question.content.filter((term) => question.rarity.frequency(term) > 0))
  const weigh = (terms: Iterable<string>): number =>
    [...terms].reduce((sum, term) => sum + question.rarity.of(term), 0)
  let example = 0
  let other = 0
  for (const chunk of chunks.slice(0, heardPassages))
    for (const { kind, text } of chunk.document.kind === 'code' ? [] : statementsOf(chunk)) {
      const said = new Set(contentTerms(text, stemmerOf(chunk.document.language)))
      const weight = weigh([...asked].filter((term) => said.has(term)))
      if (kind === 'code' && isPut(text)) example = Math.max(example, weight)
      else other = Math.max(other, weight)
    }
  return example >= leastSaid * weigh(asked) && other < nearExample * example
}
