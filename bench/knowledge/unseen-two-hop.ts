import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type BenchDocument, type BenchQuery, type Corpus, dataRoot } from './data.ts'

interface Record {
  readonly goal: string
  readonly text: string
  readonly relevant: readonly (readonly [number, number])[]
}

/**
 * Two-hop questions that no other corpus here holds, over the articles they come with: the set on
 * which following is judged, for it was not made on it.
 */
export function unseenTwoHop(seen: readonly BenchQuery[]): readonly Corpus[] {
  const file = join(dataRoot, 'prune/docs-hotpot.jsonl.gz')
  if (!existsSync(file)) return []
  const known = new Set(seen.map(({ query }) => query))
  const documents = new Map<string, BenchDocument>()
  const queries: BenchQuery[] = []
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')) {
    const { goal, text, relevant }: Record = JSON.parse(line)
    if (known.has(goal)) continue
    const articles = articlesOf(text)
    for (const { title, lines } of articles)
      documents.set(title, { id: title, title, text: lines.map((one) => one.text).join('  ') })
    const wanted = articles.filter(({ lines }) =>
      lines.some(({ number }) => relevant.some(([from, to]) => number >= from && number <= to)),
    )
    if (wanted.length === 2)
      queries.push({ query: goal, relevant: wanted.map(({ title }) => title) })
  }
  return [{ name: 'two-hop-unseen', documents: [...documents.values()], queries }]
}

interface Article {
  readonly title: string
  readonly lines: { readonly text: string; readonly number: number }[]
}

function articlesOf(text: string): readonly Article[] {
  const articles: Article[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) articles.push({ title: line.slice(3), lines: [] })
    else if (line.trim() !== '') articles.at(-1)?.lines.push({ text: line, number: at + 1 })
  }
  return articles
}
