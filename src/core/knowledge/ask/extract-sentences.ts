import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { compoundTerms, contentTerms, scriptGrams, stemmerOf } from '../search/index-terms.ts'
import type { Rarity } from '../search/rarity.ts'
import { asksFact, asksHow } from './question-form.ts'
import { type Statement, statementsOf, wholeSection } from './statements-of.ts'

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

/** A word that only the heading above says counts so much of one that the statement says. */
const contextShare = 0.5
/** A row of a table, a line of code or an announcement says little without what is around it. */
const bareShare = 0.5
/** Characters of a long statement. */
const longStatement = 300
/** A passage whose best statement says less than this part of what the best of all says is left out. */
const leastShare = 0.2

/**
 * The statement of each of the best passages that says most of what is asked, in the order of the
 * passages: the ranking has read more than the words.
 */
export function extractSentences(
  chunks: readonly KeyedChunk[],
  query: ExtractQuery,
  limit: number,
): readonly Extract[] {
  const best = chunks.flatMap((chunk) => bestOf(chunk, query) ?? []).slice(0, limit)
  const most = Math.max(0, ...best.map(({ gain }) => gain))
  const told = best.filter(({ gain }) => gain >= leastShare * most)
  return [...new Map(told.map((one) => [one.statement.text, one])).values()].map(toExtract)
}

function toExtract({ statement: { lead, text, startLine, endLine }, chunk }: Candidate): Extract {
  return { text: lead === undefined ? text : `${lead}\n${text}`, chunk, startLine, endLine }
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
  /** What it says of the question, by the rarity of its words. */
  readonly gain: number
}

function bestOf(chunk: KeyedChunk, query: ExtractQuery): Candidate | undefined {
  const whole = asksFact(query.text) ? undefined : wholeSection(chunk)
  const statements = whole ? [whole] : answered(statementsOf(chunk))
  let best: Candidate | undefined
  for (const statement of statements) {
    const gain = gainOf(statement, chunk, query)
    if (gain > (best?.gain ?? 0)) best = { statement, chunk, gain }
  }
  return best
}

function gainOf(statement: Answered, chunk: KeyedChunk, query: ExtractQuery): number {
  const { text, kind, context, asked = '' } = statement
  const sum = (terms: readonly string[]): number =>
    terms.reduce((total, term) => total + query.rarity.of(term), 0)
  const said = heldTerms(`${asked} ${text}`, chunk, query)
  // A heading alone recommends nothing: the statement itself must say a word.
  if (said.length === 0) return 0
  const implied = heldTerms(context, chunk, query).filter((term) => !said.includes(term))
  const isDefinition = kind === 'code' && chunk.document.kind === 'code'
  const isWelcome =
    kind === 'prose'
      ? !text.endsWith(':')
      : isDefinition || (kind === 'code' && asksHow(query.text))
  // A definition cannot be said in fewer words.
  const length = isDefinition ? Math.min(text.length, longStatement) : text.length
  const weight = (isWelcome ? 1 : bareShare) / (1 + length / (2 * longStatement))
  return weight * (sum(said) + contextShare * sum(implied))
}

function heldTerms(text: string, chunk: KeyedChunk, { terms }: ExtractQuery): readonly string[] {
  const own = new Set([
    ...contentTerms(text, stemmerOf(chunk.document.language)),
    ...scriptGrams(text, 2),
    ...compoundTerms(text),
  ])
  return [...own].filter((term) => terms.has(term))
}
