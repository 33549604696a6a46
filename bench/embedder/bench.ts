import { staticEmbedder } from '../../src/adapters/static-embedder/embedder.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { type Corpus, readCorpora } from './corpora.ts'
import { ndcg } from './ndcg.ts'
import { byVectors, byWords, embedders, joined, type Scores } from './rankers.ts'

/** `npm run bench -- embedder`: what vectors find alone and beside words, and what they cost. */
export async function bench(): Promise<void> {
  const corpora = readCorpora()
  if (corpora === undefined) {
    console.log('data not found, see bench/README.md')
    return
  }
  await benchFinding(corpora)
  await benchSpeed(corpora)
}

async function benchFinding(corpora: readonly Corpus[]): Promise<void> {
  console.log('nDCG@10, percent')
  const names = corpora.map(({ name }) => name.slice(0, 9).padStart(9))
  console.log([''.padEnd(30), ...names, '     mean'].join(' '))
  const words = corpora.map(byWords)
  print('bm25', corpora, words)
  for (const [name, embedder] of await embedders()) {
    const rank = byVectors(embedder)
    const vectors: Scores[] = []
    for (const corpus of corpora) vectors.push(await rank(corpus))
    print(name, corpora, vectors)
    const together = words.map((row, at) => joined(row, vectors[at] ?? [], 1))
    print(`bm25 + ${name}`, corpora, together)
  }
}

function print(label: string, corpora: readonly Corpus[], scores: readonly Scores[]): void {
  const values = corpora.map((corpus, at) => ndcg(corpus, scores[at] ?? []))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  console.log(
    [label.padEnd(30), ...[...values, mean].map((value) => value.toFixed(1).padStart(9))].join(' '),
  )
}

async function benchSpeed(corpora: readonly Corpus[]): Promise<void> {
  const started = performance.now()
  const embedder = staticEmbedder()
  await embedder.embed(['first'], 'query')
  const loadMs = performance.now() - started
  console.log(`\nstatic table: ready after ${loadMs.toFixed(0)} ms`)
  const [corpus] = corpora
  if (corpus === undefined) return
  const questions = corpus.queries.map(({ text }) => text)
  console.log(`${corpus.name} documents: ${await rate(embedder, corpus.documents)}`)
  console.log(`${corpus.name} queries: ${await rate(embedder, questions)}`)
}

async function rate(embedder: Embedder, texts: readonly string[]): Promise<string> {
  await embedder.embed(texts, 'passage')
  const from = performance.now()
  await embedder.embed(texts, 'passage')
  const seconds = (performance.now() - from) / 1000
  const megabytes = texts.join('').length / 1e6
  return `${Math.round(texts.length / seconds)} a second, ${(megabytes / seconds).toFixed(1)} MB/s`
}
