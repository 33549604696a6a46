import type { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { LexicalIndex, MatchQuery, ScoredKey } from '../../../ports/store/document-words.ts'
import type { Row } from '../../rows/coding.ts'
import { documentConditions } from './documents-filter.ts'

/** A title or a heading names what a chunk is about: one occurrence there is worth this many in the body. */
const titleWeight = 4

const tables: Readonly<Record<LexicalIndex, { table: string; rank: string }>> = {
  words: {
    table: 'knowledge_words',
    rank: `bm25(knowledge_words, ${titleWeight}, ${titleWeight}, 1)`,
  },
  grams: { table: 'knowledge_grams', rank: 'bm25(knowledge_grams)' },
}

/** Chunks by the BM25 of FTS5, whose scores are negative and lowest when best. */
export function matchChunks(database: DatabaseSync, query: MatchQuery): readonly ScoredKey[] {
  const expression = query.raw ?? expressionOf(query)
  if (expression === undefined) return []
  const { table, rank } = tables[query.index]
  const { where, values } = documentConditions(query.filter)
  const restriction =
    where === 'true'
      ? ''
      : `and ${table}.rowid in (select c.key from knowledge_chunks c
           join knowledge_documents d on d.key = c.document where ${where})`
  const rows = readMatches(() =>
    database
      .prepare(
        `select rowid as key, -${rank} as score from ${table}
         where ${table} match ? ${restriction} order by ${rank} limit ?`,
      )
      .all(expression, ...values, query.limit),
  )
  return rows.map(({ key, score }) => ({ key: Number(key), score: Number(score) }))
}

const mostRemembered = 20_000

/** How many chunks hold each term. The index counts by walking, so counts are kept until the base changes. */
export function termCounter(database: DatabaseSync) {
  const revisionNow = database.prepare('select revision from knowledge_state')
  const count = {
    words: database.prepare('select doc from knowledge_words_terms where term = ?'),
    grams: database.prepare('select doc from knowledge_grams_terms where term = ?'),
  }
  const known = new Map<string, number>()
  let revision: unknown
  return (index: LexicalIndex, terms: readonly string[]): readonly number[] => {
    const current = revisionNow.get()?.revision
    if (current !== revision || known.size > mostRemembered) known.clear()
    revision = current
    return terms.map((term) => {
      const name = `${index} ${term}`
      const found = known.get(name) ?? Number(count[index].get(term)?.doc ?? 0)
      known.set(name, found)
      return found
    })
  }
}

function expressionOf({ any, phrases, none }: MatchQuery): string | undefined {
  const must = phrases.filter((phrase) => phrase.length > 0).map(quote)
  const wanted = any.length === 0 ? [] : [`(${any.map((term) => quote([term])).join(' OR ')})`]
  // A phrase decides which chunks match; the other words may then only raise their score.
  const positive =
    must.length > 0
      ? [must.join(' AND '), ...wanted.map((group) => withPhrases(must, group))]
      : wanted
  if (positive.length === 0) return undefined
  const excluded = none.map((term) => ` NOT ${quote([term])}`).join('')
  return `(${positive.join(' OR ')})${excluded}`
}

function withPhrases(phrases: readonly string[], group: string): string {
  return `(${phrases.join(' AND ')} AND ${group})`
}

/** Inside double quotes nothing is syntax, so no term can become an instruction. */
function quote(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('"', '""')}"`
}

function readMatches(read: () => unknown): readonly Row[] {
  try {
    return read() as Row[]
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (!/fts5|unterminated|no such column|unknown special/i.test(reason)) throw cause
    throw new EngineError('invalid_input', phrase`The search expression is not valid: ${reason}`, {
      hint: 'Without the raw flag every word is plain text.',
      cause,
    })
  }
}
