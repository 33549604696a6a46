import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { english } from '../../text/say.ts'
import { contentTerms, stemmerOf } from '../search/index-terms.ts'
import type { Question } from '../search/question.ts'
import { asksFact } from './question-form.ts'
import { isOnlyQuoted } from './verify/only-quoted.ts'
import { unmentionedName } from './verify/unmentioned-name.ts'

/** How many of the best passages could answer, and how near to the best a sentence must come to count. */
const heardPassages = 3
const nearBest = 0.7

const asksNegated = /\b(?:not|never|cannot)\b|n['’]t\b|\bne\b.+\b(?:pas|jamais)\b/i
const isAsked =
  /^(?:who|what|when|where|which|why|how|whose|is|are|was|were|do|does|did|can|could|in what|qui|que|quel|quelle|quand|où|pourquoi|comment)\b|\?\s*$/i
const saysNegated =
  /\b(?:not|never|no|none|non|nor|neither|cannot|without|except|rather|instead|unlike|fail(?:s|ed)?|lack(?:s|ed)?|refus\w+|un\w{4,}|pas|jamais|sans|sauf|aucune?)\b|n['’]t\b/i

/**
 * Why the best passages cannot answer, in words, or `undefined` when nothing speaks against it. A
 * question for a fact about GPT-5 needs a passage that speaks of it, and one about what is not so is
 * not answered by sentences that only say what is.
 */
export function whyAbsent(question: Question, chunks: readonly KeyedChunk[]): string | undefined {
  const name = asksFact(question.text) && unmentionedName(question, chunks)
  if (name)
    return english('None of the passages found says this of the name that the question asks about.')
  if (isOnlyQuoted(question, chunks))
    return english('The passages found only put this question as an example.')
  return whyNotDenied(question, chunks)
}

function whyNotDenied(question: Question, chunks: readonly KeyedChunk[]): string | undefined {
  if (!isAsked.test(question.text.trim()) || !asksNegated.test(question.text)) return undefined
  const asked = new Set(question.content)
  const sentences = chunks.slice(0, heardPassages).flatMap(({ text, document }) =>
    text.split(/(?<=[.!?])\s+/).map((sentence) => {
      const said = new Set(contentTerms(sentence, stemmerOf(document.language)))
      const held = [...asked].filter((term) => said.has(term))
      return { sentence, weight: held.reduce((sum, term) => sum + question.rarity.of(term), 0) }
    }),
  )
  const best = Math.max(0, ...sentences.map(({ weight }) => weight))
  const isDenied = sentences.some(
    ({ sentence, weight }) => weight >= nearBest * best && saysNegated.test(sentence),
  )
  return isDenied
    ? undefined
    : english('The question asks what is not so, and the passages found only say what is.')
}
