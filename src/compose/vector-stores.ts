import { vectorsBeside } from '../adapters/rows/vectors-beside.ts'
import type { Config } from '../config/schema.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import type { Documents } from '../ports/store/documents.ts'
import type { VectorStore } from '../ports/store/vector-store.ts'

/** Opens the vectors of one namespace; its name is that of its schema on a database server. */
type OpenVectors = (place: { readonly home: string; readonly schema: string }) => VectorStore

interface VectorStoreEntry {
  /** In the home of one daemon, so that daemons which share a database cannot share it. */
  readonly isInHome: boolean
  /** Loaded when it is wanted: what one store needs costs nobody else a start. */
  load(): Promise<OpenVectors>
}

/** Every vector store by the name it is configured under. */
const vectorStores: Readonly<Record<string, VectorStoreEntry>> = {
  'sqlite-vec': {
    isInHome: true,
    load: async () => (await import('../adapters/sqlite-vec/vector-store.ts')).sqliteVecStore,
  },
}

const withinDatabase = 'database'

/** The store that the settings name, or `undefined` where the database keeps the vectors. */
export async function chooseVectors({
  vectors: name,
  url,
}: Config['store']): Promise<OpenVectors | undefined> {
  if (name === withinDatabase) return undefined
  const entry = Object.hasOwn(vectorStores, name) ? vectorStores[name] : undefined
  if (entry === undefined)
    throw new EngineError('config_invalid', phrase`There is no vector store \`${name}\``, {
      hint: phrase`Set \`store.vectors\` to one of: ${[withinDatabase, ...Object.keys(vectorStores)].join(', ')}.`,
    })
  if (entry.isInHome && url !== undefined)
    throw new EngineError(
      'config_invalid',
      phrase`Daemons that share Postgres cannot share \`${name}\``,
      {
        hint: 'Set `store.vectors = "database"`, or unset TAMIS_DATABASE_URL.',
      },
    )
  return entry.load()
}

interface Closable {
  documents(): Documents
  close(): Promise<void>
}

/** The same opened store, with the vectors of its documents kept elsewhere. */
export function keepVectors<Opened extends Closable>(
  opened: Opened,
  open: () => VectorStore,
): Opened {
  let store: VectorStore | undefined
  let documents: Documents | undefined
  return {
    ...opened,
    documents() {
      store ??= open()
      documents ??= vectorsBeside(opened.documents(), store)
      return documents
    },
    async close() {
      await store?.close()
      await opened.close()
    },
  }
}
