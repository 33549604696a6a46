import type { Clock } from '../../../ports/clock.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { MemoryVectors } from '../../../ports/store/memories.ts'
import { reasonOf } from '../records/message.ts'

export interface CorpusDeps {
  readonly digest: Digest
  readonly vectors: MemoryVectors
  readonly embedder: Embedder | undefined
  readonly now: Clock
}

/** The vectors of a list of texts, side by side in one array. */
export interface Matrix {
  /** Texts that have no vector. */
  readonly missing: number
  /** Why vectors could not be read from or kept in the index; they were computed all the same. */
  readonly indexFault: string | undefined
  /** Cosine in 0..1 (below 0 counts as 0), or undefined for a text without vector. */
  cosine(text: number, query: Float32Array): number | undefined
}

const batchSize = 64
/** A search may spend this long on texts that were never embedded; `reindex` takes its time. */
const patienceMs = 2000

/** Takes known vectors from the index and embeds the rest, as far as patience goes. */
export async function loadMatrix(
  deps: CorpusDeps,
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Matrix> {
  const digests = texts.map(deps.digest)
  const index = forgivingIndex(deps.vectors)
  const known = new Map(await index.vectors.find(embedder.model, digests))
  const unknown = texts.filter((_, at) => !known.has(digests[at] ?? ''))
  const deadlineMs = deps.now() + patienceMs
  const fresh = await embedAll(
    { ...deps, vectors: index.vectors },
    embedder,
    unknown,
    deadlineMs,
    signal,
  )
  for (const [digest, vector] of fresh) known.set(digest, vector)
  return toMatrix(embedder.dimensions, digests, known, index.fault())
}

/** Embeds texts batch by batch into the index, until done or past the deadline; returns their vectors by digest. */
export async function embedAll(
  deps: CorpusDeps,
  embedder: Embedder,
  texts: readonly string[],
  deadlineMs: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const all = new Map<string, Float32Array>()
  for (let at = 0; at < texts.length && deps.now() < deadlineMs; at += batchSize) {
    const batch = texts.slice(at, at + batchSize)
    const vectors = await embedder.embed(batch, 'passage', signal)
    const fresh = new Map(
      batch.map((text, index) => [
        deps.digest(text),
        checkDimensions(vectors[index], embedder.dimensions),
      ]),
    )
    await deps.vectors.keep(embedder.model, fresh)
    for (const [digest, vector] of fresh) all.set(digest, vector)
  }
  return all
}

/** An index that cannot be read holds nothing, one that cannot be written forgets; the first fault is kept. */
function forgivingIndex(vectors: MemoryVectors): {
  readonly vectors: MemoryVectors
  fault(): string | undefined
} {
  let fault: string | undefined
  const forgive = async <Value>(work: Promise<Value>, otherwise: Value): Promise<Value> => {
    try {
      return await work
    } catch (error) {
      fault ??= reasonOf(error)
      return otherwise
    }
  }
  return {
    fault: () => fault,
    vectors: {
      ...vectors,
      find: (model, digests) => forgive(vectors.find(model, digests), new Map()),
      keep: (model, entries) => forgive(vectors.keep(model, entries), undefined),
    },
  }
}

/** A vector of another length than its model's is never indexed. */
export function checkDimensions(
  vector: Float32Array | undefined,
  dimensions: number,
): Float32Array {
  if (vector?.length !== dimensions)
    throw new RangeError(`expected ${dimensions} dimensions, got ${vector?.length ?? 'no vector'}`)
  return vector
}

function toMatrix(
  dimensions: number,
  digests: readonly string[],
  known: ReadonlyMap<string, Float32Array>,
  indexFault: string | undefined,
): Matrix {
  const rows = new Float32Array(digests.length * dimensions)
  const hasRow = digests.map((digest, at) => {
    const vector = known.get(digest)
    if (vector === undefined || vector.length !== dimensions) return false
    rows.set(vector, at * dimensions)
    return true
  })
  return {
    missing: hasRow.filter((has) => !has).length,
    indexFault,
    cosine(text, query) {
      if (hasRow[text] !== true) return undefined
      let sum = 0
      const start = text * dimensions
      for (let at = 0; at < dimensions; at += 1) sum += (rows[start + at] ?? 0) * (query[at] ?? 0)
      return Math.min(1, Math.max(0, sum))
    },
  }
}
