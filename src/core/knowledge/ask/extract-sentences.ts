import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { compoundTerms, contentTerms, scriptGrams, stemmerOf } from '../search/index-terms.ts'
import type { Rarity } from '../search/rarity.ts'
import { type Statement, statementsOf } from './statements-of.ts'

/** A statement of a chunk, verbatim, and where it stands. */
interface Extract {
  readonly text: string
  readonly chunk: KeyedChunk
  readonly startLine: number
  readonly endLine: number
}

interface ExtractQuery {
  readonly text: string
  readonly terms: ReadonlySet<string>
  readonly rarity: Pick<Rarity, 'of'>
}

/** A word that only the heading above says counts so much of one that the sentence says. */
const contextShare = 0.5
/** A row of a table, a line of code or an announcement says little without what is around it. */
const bareShare = 0.5
/** Characters of a long sentence. */
const longSentence = 300
/** A word that an earlier statement said counts so much of a new one. */
const repeatedShare = 0.4
/** Statements that add less than this part of what the first said are left out. */
const leastShare = 0.4
const asksHow =
  /\b(?:how (?:do|can|to|would|should)|command|commands|run|install|comment|commande)\b/i

/**
 * The sentences that say most of what is asked, a word said before counting less; best first. The
 * passage that ranked first is heard too: it may be the answer without saying the words.
 */
export function extractSentences(
  chunks: readonly KeyedChunk[],
  query: ExtractQuery,
  limit: number,
): readonly Extract[] {
  const all = chunks.flatMap((chunk, rank) =>
    answered(statementsOf(chunk)).map((one) => candidateOf(one, chunk, rank, query)),
  )
  const chosen = mostTelling(all, query, limit)
  const [top] = chunks
  const isHeard = chosen.length === 0 || chosen.some(({ chunk }) => chunk.key === top?.key)
  if (isHeard) return chosen.map(toExtract)
  const own = all.filter(({ chunk }) => chunk.key === top?.key)
  const { one } = bestOf(own, new Set(), query)
  return [...chosen, ...(one ? [one] : [])].map(toExtract)
}

function mostTelling(
  candidates: readonly Candidate[],
  query: ExtractQuery,
  limit: number,
): readonly Candidate[] {
  let left = candidates
  const covered = new Set<string>()
  const chosen: Candidate[] = []
  let first = 0
  while (chosen.length < limit) {
    const { one, gain } = bestOf(left, covered, query)
    if (one === undefined || gain < leastShare * first) break
    first ||= gain
    left = left.filter(({ statement }) => statement.text !== one.statement.text)
    for (const term of one.said) covered.add(term)
    chosen.push(one)
  }
  return chosen
}

function toExtract({ statement: { text, startLine, endLine }, chunk }: Candidate): Extract {
  return { text, chunk, startLine, endLine }
}

/** A statement, and the question right before it that it answers. */
interface Answered extends Statement {
  readonly asked?: string
}

/** A question of the page says what is asked, and nothing of the answer: what follows stands for it. */
function answered(statements: readonly Statement[]): readonly Answered[] {
  return statements.flatMap((statement, index) => {
    const before = statements[index - 1]
    const isAnswered = isQuestion(statement) && index + 1 < statements.length
    if (isAnswered) return []
    return before && isQuestion(before) ? { ...statement, asked: before.text } : statement
  })
}

function isQuestion({ kind, text }: Statement): boolean {
  return kind === 'prose' && /[?？؟][*_"'”’»」)\]\s]*$/.test(text)
}

interface Candidate {
  readonly statement: Statement
  readonly chunk: KeyedChunk
  readonly said: readonly string[]
  /** Terms that only its context says. */
  readonly implied: readonly string[]
  /** By kind, place of the chunk and length. */
  readonly weight: number
}

function candidateOf(
  statement: Answered,
  chunk: KeyedChunk,
  rank: number,
  query: ExtractQuery,
): Candidate {
  const { text, kind, context, asked = '' } = statement
  const said = heldTerms(`${asked} ${text}`, chunk, query)
  const implied = heldTerms(context, chunk, query).filter((term) => !said.includes(term))
  const isDefinition = kind === 'code' && chunk.document.kind === 'code'
  const isWelcome =
    kind === 'prose'
      ? !text.endsWith(':')
      : isDefinition || (kind === 'code' && asksHow.test(query.text))
  // A definition cannot be said in fewer words.
  const length = isDefinition ? Math.min(text.length, longSentence) : text.length
  const weight = (isWelcome ? 1 : bareShare) / (1 + 0.1 * rank) / (1 + length / 600)
  return { statement, chunk, said, implied, weight }
}

function bestOf(
  candidates: readonly Candidate[],
  covered: ReadonlySet<string>,
  { rarity }: ExtractQuery,
): { readonly one?: Candidate; readonly gain: number } {
  const sum = (terms: readonly string[]): number =>
    terms.reduce(
      (total, term) => total + (covered.has(term) ? repeatedShare : 1) * rarity.of(term),
      0,
    )
  let best: { one?: Candidate; gain: number } = { gain: 0 }
  for (const one of candidates) {
    const own = sum(one.said)
    // A heading alone recommends nothing: the statement itself must add a word.
    const gain = own === 0 ? 0 : one.weight * (own + contextShare * sum(one.implied))
    if (gain > best.gain) best = { one, gain }
  }
  return best
}

function heldTerms(text: string, chunk: KeyedChunk, { terms }: ExtractQuery): readonly string[] {
  const own = new Set([
    ...contentTerms(text, stemmerOf(chunk.document.language)),
    ...scriptGrams(text, 2),
    ...compoundTerms(text),
  ])
  return [...own].filter((term) => terms.has(term))
}
