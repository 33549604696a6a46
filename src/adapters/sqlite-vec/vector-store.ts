import { join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { VectorStore } from '../../ports/store/vector-store.ts'
import { loadOptional } from '../node/optional-package.ts'
import { toDigestVector } from '../rows/documents.ts'
import { dimensionsDiffer, toBytes } from '../rows/vectors.ts'
import { openDatabase } from '../sqlite/open.ts'
import { inTransaction } from '../sqlite/transaction.ts'
import { sealOfVector, soundVectors, vectorColumns } from '../sqlite/vector-seals.ts'

const migrations = new URL('./migrations/', import.meta.url)

/**
 * Vectors in a file of their own, compared where they lie by the extension sqlite-vec: exact, and in no
 * process's memory. The package is native code that few need, so the user installs it.
 */
export function sqliteVecStore({ home }: { readonly home: string }): VectorStore {
  const path = join(home, 'vectors.db')
  const database = openDatabase(path, migrations, 'normal', extensionFile(home))
  const put = database.prepare(
    `insert or replace into vectors (${vectorColumns}) values (?, ?, ?, ?)`,
  )
  const anyOf = database.prepare(
    `select rowid, ${vectorColumns} from vectors where model = ? limit 1`,
  )
  // A vector of zeros has no angle: it is as far from everything as unrelated texts are.
  const nearest = database.prepare(
    `select rowid, ${vectorColumns}, 1 - coalesce(vec_distance_cosine(vector, ?), 1) as score
     from vectors where model = ? and length(vector) = ? order by score desc, digest limit ?`,
  )
  const change = (work: () => void): void =>
    inTransaction(database, () => {
      work()
      database.exec('update vectors_state set revision = revision + 1')
    })
  const ofDigests = (columns: string) =>
    database.prepare(
      `select ${columns} from vectors
       where model = ? and digest in (select value from json_each(?)) order by digest`,
    )
  const known = ofDigests('digest')
  const whole = ofDigests(`rowid, ${vectorColumns}`)
  const sound = (ask: () => ReturnType<StatementSync['all']>) =>
    soundVectors(database, 'vectors', ask)
  return {
    means: 'scan',
    async put(model, vectors) {
      change(() => {
        for (const { digest, vector } of vectors) {
          const bytes = toBytes(vector)
          put.run(model, digest, bytes, sealOfVector(model, digest, bytes))
        }
      })
    },
    load: async (model, digests) =>
      sound(() => whole.all(model, JSON.stringify(digests))).map(toDigestVector),
    known: async (model, digests) =>
      new Set(known.all(model, JSON.stringify(digests)).map(({ digest }) => String(digest))),
    async nearest(model, vector, limit) {
      const [any] = sound(() => anyOf.all(model))
      if (any === undefined) return []
      const stored = toDigestVector(any).vector.length
      if (stored !== vector.length) throw dimensionsDiffer(stored, vector.length, model)
      const bytes = toBytes(vector)
      return sound(() => nearest.all(bytes, model, bytes.length, limit)).map(
        ({ digest, score }) => ({
          digest: String(digest),
          score: Number(score),
        }),
      )
    },
    async forget(digests) {
      if (digests.length === 0) return
      change(() =>
        database
          .prepare('delete from vectors where digest in (select value from json_each(?))')
          .run(JSON.stringify(digests)),
      )
    },
    async drop(model) {
      change(() => database.prepare('delete from vectors where model = ?').run(model))
    },
    async models() {
      const rows = database
        .prepare(
          `select model, count(*) as vectors, min(length(vector)) / 4 as dimensions
           from vectors group by model order by model`,
        )
        .all()
      return rows.map(({ model, vectors, dimensions }) => ({
        model: String(model),
        vectors: Number(vectors),
        dimensions: Number(dimensions),
      }))
    },
    async revision() {
      return Number(database.prepare('select revision from vectors_state').get()?.revision)
    },
    close: async () => database.close(),
  }
}

const packageExports = z.object({ getLoadablePath: z.function({ output: z.string() }) })

/** The package knows which file this system loads. */
function extensionFile(home: string): string {
  const instead = 'store.vectors = "database"'
  const found = loadOptional({ name: 'sqlite-vec', home, code: 'store_unavailable', instead })
  return packageExports.parse(found.exports).getLoadablePath()
}
