import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Texts, and questions with the positions of the texts that answer them. */
export interface Corpus {
  readonly name: string
  readonly documents: readonly string[]
  readonly queries: readonly { readonly text: string; readonly relevant: readonly number[] }[]
}

interface RawQuery {
  readonly query: string
  readonly relevant: readonly string[]
}
interface RawKnowledge {
  readonly documents: readonly { id: string; title: string; text: string }[]
  readonly queries: readonly RawQuery[]
}
interface RawTools {
  readonly tools: readonly { id: string; name: string; description: string }[]
  readonly queries: readonly RawQuery[]
}

const knowledge = ['scifact', 'hotpotqa-dev', 'musique', 'cosqa']
const discover = ['metatool', 'ultratool', 'seal-tools', 'toolbench-g1', 'toolret-apigen']

/** All corpora, or `undefined` where the data is absent. */
export function readCorpora(): readonly Corpus[] | undefined {
  const folder = process.env.TAMIS_BENCH_DATA ?? join(import.meta.dirname, '../../../shared/data')
  if (!existsSync(folder)) return undefined
  const read = (path: string): unknown =>
    JSON.parse(gunzipSync(readFileSync(join(folder, path))).toString('utf8'))
  return [
    ...knowledge.map((name) => {
      const raw = read(`knowledge/${name}.json.gz`) as RawKnowledge
      const texts = raw.documents.map(({ id, title, text }) => ({ id, text: `${title}\n${text}` }))
      return toCorpus(name, texts, raw.queries)
    }),
    ...discover.map((name) => {
      const raw = read(`discover/${name}.json.gz`) as RawTools
      const texts = raw.tools.map((tool) => ({
        id: tool.id,
        text: `${splitIdentifier(tool.name)}. ${tool.description}`,
      }))
      return toCorpus(name, texts, raw.queries)
    }),
  ]
}

function toCorpus(
  name: string,
  texts: readonly { readonly id: string; readonly text: string }[],
  queries: readonly RawQuery[],
): Corpus {
  const positions = new Map(texts.map(({ id }, position) => [id, position]))
  return {
    name,
    documents: texts.map(({ text }) => text),
    queries: queries
      .map(({ query, relevant }) => ({
        text: query,
        relevant: relevant.flatMap((id) => positions.get(id) ?? []),
      }))
      .filter(({ relevant }) => relevant.length > 0),
  }
}

function splitIdentifier(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\-/.]/g, ' ')
}
