import type { Embedder } from '../../ports/embedder.ts'

type Role = Parameters<Embedder['embed']>[1]

interface ModelFamily {
  readonly name: RegExp
  readonly dimensions?: number
  /** What the model was trained to find in front of a text. */
  readonly prefix?: Readonly<Record<Role, string>>
}

const searching = {
  query: 'Represent this sentence for searching relevant passages: ',
  passage: '',
}
const e5 = { query: 'query: ', passage: 'passage: ' }

/** Facts from the model cards; the first family that matches a name counts. */
const families: readonly ModelFamily[] = [
  {
    name: /nomic-embed-text/,
    dimensions: 768,
    prefix: { query: 'search_query: ', passage: 'search_document: ' },
  },
  { name: /bge-small-en/, dimensions: 384, prefix: searching },
  { name: /bge-base-en/, dimensions: 768, prefix: searching },
  { name: /bge-large-en|mxbai-embed-large/, dimensions: 1024, prefix: searching },
  { name: /snowflake-arctic-embed/, prefix: searching },
  { name: /e5-small/, dimensions: 384, prefix: e5 },
  { name: /e5-base/, dimensions: 768, prefix: e5 },
  { name: /e5-large(-v2)?$/, dimensions: 1024, prefix: e5 },
  { name: /bge-m3/, dimensions: 1024 },
  { name: /all-minilm/i, dimensions: 384 },
  { name: /text-embedding-(3-small|ada-002)/, dimensions: 1536 },
  { name: /text-embedding-3-large/, dimensions: 3072 },
]

/** The words a model expects before a question or a passage; none for models we do not know. */
export function rolePrefix(model: string, role: Role): string {
  return familyOf(model)?.prefix?.[role] ?? ''
}

/** The length of a model's vectors, where it is known by name. */
export function knownDimensions(model: string): number | undefined {
  return familyOf(model)?.dimensions
}

function familyOf(model: string): ModelFamily | undefined {
  return families.find(({ name }) => name.test(model))
}
