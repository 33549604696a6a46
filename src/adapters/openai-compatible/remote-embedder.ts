import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { notAReply } from './failures.ts'
import { rolePrefix } from './known-models.ts'

/** Vectors for these texts in their order, as the server numbers them. */
type EmbedBatch = (
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly (readonly number[])[]>

interface RemoteModel {
  /** What vectors are filed under. */
  readonly id: string
  readonly model: string
  readonly dimensions: number
}

const textsPerCall = 64
/** Servers refuse or cut what exceeds their window; this many characters fit the usual 8,192 tokens in any script. */
const longestText = 8_000

/** Makes an embedder of a call that embeds a batch: prefixes, batches, checks, unit length. */
export function remoteEmbedder(remote: RemoteModel, embedBatch: EmbedBatch): Embedder {
  return {
    model: remote.id,
    dimensions: remote.dimensions,
    reads: 'texts',
    async embed(texts, role, signal) {
      signal?.throwIfAborted()
      const vectors: Float32Array[] = texts.map(() => new Float32Array(remote.dimensions))
      const asked = [...texts.keys()].filter((index) => texts[index]?.trim())
      const prefix = rolePrefix(remote.model, role)
      for (let from = 0; from < asked.length; from += textsPerCall) {
        const batch = asked.slice(from, from + textsPerCall)
        const inputs = batch.map((index) => prefix + sendable(texts[index] ?? ''))
        const found = await embedBatch(inputs, signal)
        if (found.length !== batch.length) throw notAReply()
        for (const [at, index] of batch.entries()) vectors[index] = unit(found[at] ?? [], remote)
      }
      return vectors
    },
  }
}

/** JSON cannot carry half a surrogate pair to every server. */
function sendable(text: string): string {
  return text.slice(0, longestText).replace(/\p{Surrogate}/gu, '\uFFFD')
}

function unit(values: readonly number[], { model, dimensions }: RemoteModel): Float32Array {
  if (values.length !== dimensions)
    throw new EngineError(
      'dimension_mismatch',
      phrase`${model} gives vectors of ${values.length} numbers, the configuration says ${dimensions}.`,
      {
        hint: phrase`Set \`embedder.dimensions = ${values.length}\`.`,
        details: { model, dimensions },
      },
    )
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0))
}
