import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface BenchDocument {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly kind?: string
  readonly language?: string
}

export interface BenchQuery {
  readonly query: string
  readonly relevant: readonly string[]
  readonly answer?: string
  readonly decomposition?: readonly string[]
}

export interface Corpus {
  readonly name: string
  readonly documents: readonly BenchDocument[]
  readonly queries: readonly BenchQuery[]
  /** Questions that are near to the documents and that these do not answer. */
  readonly unanswerable?: readonly string[]
}

/** Where the data lies, if it does. */
export const dataRoot =
  process.env.TAMIS_BENCH_DATA ?? join(import.meta.dirname, '../../../shared/data')

/** The corpora that are there, in the order asked; none when the data folder is absent. */
export function loadCorpora(names: readonly string[]): readonly Corpus[] {
  return names.flatMap((name) => {
    const file = join(dataRoot, 'knowledge', `${name}.json.gz`)
    if (!existsSync(file)) return []
    const corpus: Omit<Corpus, 'name'> = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))
    return [{ name, ...corpus }]
  })
}
