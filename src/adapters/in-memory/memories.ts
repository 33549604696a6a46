import type { MemoryVectors } from '../../ports/store/memories.ts'

/** Vectors that live as long as the process. */
export function inMemoryMemoryVectors(): MemoryVectors {
  const models = new Map<string, Map<string, Float32Array>>()
  return {
    async find(model, digests) {
      const known = models.get(model)
      return new Map(
        digests.flatMap((digest) => {
          const vector = known?.get(digest)
          return vector === undefined ? [] : [[digest, vector] as const]
        }),
      )
    },
    async keep(model, vectors) {
      models.set(model, new Map([...(models.get(model) ?? []), ...vectors]))
    },
    async retainOnly(model, digests) {
      const wanted = new Set(digests)
      const kept = [...(models.get(model) ?? [])].filter(([digest]) => wanted.has(digest))
      models.clear()
      models.set(model, new Map(kept))
    },
    count: async () => [...models.values()].reduce((sum, vectors) => sum + vectors.size, 0),
  }
}
