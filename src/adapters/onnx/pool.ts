import { z } from 'zod'
import type { Pooling } from '../../ports/model-shelf.ts'

/** An output of the runtime: one vector a text, or one a token. */
export const tensorSchema = z.object({
  dims: z.array(z.number()),
  data: z.instanceof(Float32Array),
})

/** The vector of length 1 of a single text. */
export function pool(output: z.infer<typeof tensorSchema>, pooling: Pooling): Float32Array {
  const { dims, data } = output
  const dimensions = dims.at(-1) ?? 0
  const tokens = dims.length === 3 && pooling === 'mean' ? data.length / dimensions : 1
  const sum = new Float64Array(dimensions)
  for (let at = 0; at < tokens * dimensions; at++)
    sum[at % dimensions] = (sum[at % dimensions] ?? 0) + (data[at] ?? 0)
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
  return Float32Array.from(sum, (value) => (length > 0 ? value / length : 0))
}
