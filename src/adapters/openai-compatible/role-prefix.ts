import type { Embedder } from '../../ports/embedder.ts'

type Role = Parameters<Embedder['embed']>[1]

/** What families of models were trained to find in front of a text, from their model cards. */
const families: readonly { readonly name: RegExp; readonly prefix: Record<Role, string> }[] = [
  {
    name: /nomic-embed-text/,
    prefix: { query: 'search_query: ', passage: 'search_document: ' },
  },
  {
    name: /bge-(small|base|large)-en|mxbai-embed-large|snowflake-arctic-embed/,
    prefix: {
      query: 'Represent this sentence for searching relevant passages: ',
      passage: '',
    },
  },
  {
    name: /(^|[/_-])(multilingual-)?e5-(small|base|large)/,
    prefix: { query: 'query: ', passage: 'passage: ' },
  },
]

/** The words a model expects before a question or a passage; none for models we do not know. */
export function rolePrefix(model: string, role: Role): string {
  return families.find(({ name }) => name.test(model))?.prefix[role] ?? ''
}
