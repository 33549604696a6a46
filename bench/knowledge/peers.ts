import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import type { BenchDocument } from './data.ts'

/** Ten ids, best first. */
export type Peer = (query: string) => readonly string[]

/** MiniSearch as its documentation begins: two fields, a boosted title, prefix and fuzzy off. */
export function miniSearch({ documents }: { readonly documents: Iterable<BenchDocument> }): Peer {
  const index = new MiniSearch<{ id: string; title: string; text: string }>({
    fields: ['title', 'text'],
    searchOptions: { boost: { title: 2 }, combineWith: 'OR' },
  })
  for (const { id, title, text } of documents) index.add({ id, title, text })
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map(({ id }) => String(id))
}

/** One FTS5 table with the tokenizer and ranking it comes with, any word may match. */
export function plainFts5({ documents }: { readonly documents: Iterable<BenchDocument> }): Peer {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "create virtual table docs using fts5 (id unindexed, title, text, tokenize = 'porter unicode61')",
  )
  const insert = database.prepare('insert into docs values (?, ?, ?)')
  database.exec('begin')
  for (const { id, title, text } of documents) insert.run(id, title, text)
  database.exec('commit')
  const find = database.prepare('select id from docs where docs match ? order by rank limit 10')
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
    const expression = words.map((word) => `"${word}"`).join(' OR ')
    return expression === '' ? [] : find.all(expression).map(({ id }) => String(id))
  }
}
