import { createRequire } from 'node:module'
import { join } from 'node:path'

/** One vector per token sequence, averaged over all its positions. */
export type Teacher = (sequences: readonly (readonly number[])[]) => Promise<Float32Array>

interface Runtime {
  readonly InferenceSession: {
    create(
      path: string,
      options: object,
    ): Promise<{
      run(feeds: object): Promise<Record<string, { readonly data: Float32Array }>>
    }>
  }
  readonly Tensor: new (type: string, values: BigInt64Array, shape: readonly number[]) => object
}

/** One thread, so that the same machine always gives the same bytes. */
export async function openTeacher(runtimeFolder: string, modelPath: string): Promise<Teacher> {
  const runtime: Runtime = createRequire(join(runtimeFolder, 'package.json'))(runtimeFolder)
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 }
  const session = await runtime.InferenceSession.create(modelPath, options)
  return async (sequences) => {
    const width = Math.max(...sequences.map((sequence) => sequence.length))
    const shape = [sequences.length, width]
    const tensor = (value: (id: number | undefined) => number) =>
      new runtime.Tensor('int64', padded(sequences, width, value), shape)
    const { last_hidden_state: hidden } = await session.run({
      input_ids: tensor((id) => id ?? 0),
      attention_mask: tensor((id) => (id === undefined ? 0 : 1)),
      token_type_ids: tensor(() => 0),
    })
    if (!hidden) throw new Error('the encoder has no last_hidden_state')
    return meanOverPositions(hidden.data, sequences, width)
  }
}

function padded(
  sequences: readonly (readonly number[])[],
  width: number,
  value: (id: number | undefined) => number,
): BigInt64Array {
  return BigInt64Array.from({ length: sequences.length * width }, (_, at) =>
    BigInt(value(sequences[Math.floor(at / width)]?.[at % width])),
  )
}

function meanOverPositions(
  hidden: Float32Array,
  sequences: readonly (readonly number[])[],
  width: number,
): Float32Array {
  const dimensions = hidden.length / sequences.length / width
  const means = new Float32Array(sequences.length * dimensions)
  for (const [index, { length }] of sequences.entries())
    for (let position = 0; position < length; position++)
      for (let d = 0; d < dimensions; d++) {
        const at = index * dimensions + d
        const value = hidden[(index * width + position) * dimensions + d] ?? 0
        means[at] = (means[at] ?? 0) + value / length
      }
  return means
}
