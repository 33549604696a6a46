import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Rows } from './rows.ts'

/** Vectors of length 1, one per sequence of token ids: the mean over all positions. */
export type Teacher = (sequences: readonly (readonly number[])[]) => Promise<Rows>

interface Session {
  run(feeds: object): Promise<Record<string, { readonly data: Float32Array }>>
}
interface Runtime {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> }
  readonly Tensor: new (type: string, values: BigInt64Array, shape: readonly number[]) => object
}

const batchSize = 32

/** One thread and batches in a fixed order, so that the same machine always gives the same bytes. */
export async function openTeacher(runtimeFolder: string, modelPath: string): Promise<Teacher> {
  const runtime: Runtime = createRequire(join(runtimeFolder, 'package.json'))(runtimeFolder)
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 }
  const session = await runtime.InferenceSession.create(modelPath, options)

  async function encode(batch: readonly (readonly number[])[]): Promise<Rows> {
    const length = Math.max(...batch.map((ids) => ids.length))
    const tensor = (value: (id: number | undefined) => number) =>
      new runtime.Tensor('int64', padded(batch, length, value), [batch.length, length])
    const { last_hidden_state: hidden } = await session.run({
      input_ids: tensor((id) => id ?? 0),
      attention_mask: tensor((id) => (id === undefined ? 0 : 1)),
      token_type_ids: tensor(() => 0),
    })
    if (!hidden) throw new Error('the encoder has no last_hidden_state')
    return unitMeans(hidden.data, batch, length)
  }

  return async (sequences) => {
    const order = [...sequences.keys()].sort(
      (one, other) =>
        (sequences[one]?.length ?? 0) - (sequences[other]?.length ?? 0) || one - other,
    )
    let all: Rows | undefined
    for (let from = 0; from < order.length; from += batchSize) {
      const members = order.slice(from, from + batchSize)
      const found = await encode(members.map((index) => sequences[index] ?? []))
      all ??= { width: found.width, values: new Float32Array(sequences.length * found.width) }
      for (const [at, index] of members.entries())
        all.values.set(
          found.values.subarray(at * found.width, (at + 1) * found.width),
          index * found.width,
        )
      if ((from / batchSize) % 250 === 0) console.log(`encoded ${from} of ${sequences.length}`)
    }
    if (!all) throw new Error('nothing to encode')
    return all
  }
}

function padded(
  batch: readonly (readonly number[])[],
  length: number,
  value: (id: number | undefined) => number,
): BigInt64Array {
  return BigInt64Array.from({ length: batch.length * length }, (_, at) =>
    BigInt(value(batch[Math.floor(at / length)]?.[at % length])),
  )
}

function unitMeans(
  hidden: Float32Array,
  batch: readonly (readonly number[])[],
  length: number,
): Rows {
  const width = hidden.length / batch.length / length
  const values = new Float32Array(batch.length * width)
  for (const [index, ids] of batch.entries()) {
    const sum = new Float64Array(width)
    for (let at = 0; at < ids.length * width; at++)
      sum[at % width] = (sum[at % width] ?? 0) + (hidden[index * length * width + at] ?? 0)
    const norm = Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
    values.set(
      sum.map((value) => value / norm),
      index * width,
    )
  }
  return { width, values }
}
