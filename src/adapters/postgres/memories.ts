import type { MemoryVectors } from '../../ports/store/memories.ts'
import { toBytes, toVector } from '../rows/vectors.ts'
import type { Database } from './database.ts'

/** Vectors of memory in the table `memory_vectors`: an index, rebuilt from the files at will. */
export function postgresMemoryVectors(database: Database): MemoryVectors {
  return {
    async find(model, digests) {
      const rows = await database.run(
        'select digest, vector from memory_vectors where model = $1 and digest = any($2)',
        [model, [...digests]],
      )
      return new Map(rows.map(({ digest, vector }) => [String(digest), toVector(vector)]))
    },
    async keep(model, vectors) {
      const sorted = [...vectors].sort(([a], [b]) => (a < b ? -1 : 1))
      await database.run(
        `insert into memory_vectors (model, digest, vector)
         select $1, * from unnest($2::text[], $3::bytea[])
         on conflict (model, digest) do update set vector = excluded.vector`,
        [model, sorted.map(([digest]) => digest), sorted.map(([, vector]) => toBytes(vector))],
      )
    },
    async retainOnly(model, digests) {
      await database.run('delete from memory_vectors where model <> $1 or not digest = any($2)', [
        model,
        [...digests],
      ])
    },
    async count() {
      const [row] = await database.run('select count(*) as vectors from memory_vectors')
      return Number(row?.vectors)
    },
  }
}
