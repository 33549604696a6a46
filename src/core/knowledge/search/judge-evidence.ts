import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { type Asked, evidenceOf, withCosine, withTitle } from './evidence.ts'
import { scriptGrams } from './index-terms.ts'
import { positionsOf } from './proximity.ts'
import type { Question } from './question.ts'

/** A chunk that may speak for the base, and its cosine where vectors ran. */
interface Passage {
  readonly chunk: KeyedChunk
  readonly cosine?: number
  /** The question says the title of its document. */
  readonly isNamed: boolean
}

/** How many of the best chunks are heard: among the nearest by vector, one that says the words may stand lower. */
const passageLimit = { words: 5, vectors: 20 }

/** The evidence of the best passage, 0 to 1: what the gate reads, in every mode. */
export async function judgeEvidence(
  documents: Documents,
  question: Question,
  passages: readonly Passage[],
  background: number | undefined,
): Promise<number> {
  const hasVectors = passages.some(({ cosine }) => cosine !== undefined)
  const heard = passages.slice(0, passageLimit[hasVectors ? 'vectors' : 'words'])
  const words = await documents.wordsOf(heard.map(({ chunk }) => chunk.key))
  const fields = new Map(
    words.map(({ key, title, heading, body }) => [key, [title, heading, body]]),
  )
  const scores = heard.map(({ chunk, cosine, isNamed }) => {
    const said = lexicalEvidence(question, fields.get(chunk.key) ?? [], chunk)
    const byWords = isNamed ? withTitle(said) : said
    const isCompared = background !== undefined && question.gramShare < 0.5
    return isCompared ? withCosine(byWords, cosine ?? 0, background) : byWords
  })
  return Math.max(0, ...scores)
}

function lexicalEvidence(question: Question, fields: readonly string[], chunk: KeyedChunk): number {
  const asked: Asked = { terms: question.content, rarity: question.rarity.of }
  const byWords = evidenceOf(asked, positionsOf(fields))
  if (question.scriptPairs.length === 0) return byWords
  const pairs: Asked = { terms: question.scriptPairs, rarity: question.gramRarity.of }
  const text = `${chunk.document.title}\n${chunk.text}`
  const byPairs = evidenceOf(pairs, positionsOf([scriptGrams(text, 2).join(' ')]))
  const share = question.content.length === 0 ? 1 : question.gramShare
  return (1 - share) * byWords + share * byPairs
}
