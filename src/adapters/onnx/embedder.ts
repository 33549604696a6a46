import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Pooling, ShelvedModel } from '../../ports/model-shelf.ts'
import { loadOptional } from '../node/optional-package.ts'
import type { EncodeText } from './encode-text.ts'
import { type RunSession, sessionThreads } from './session-threads.ts'

interface OnnxOptions {
  /** Data folder, where the runtime may be installed. */
  readonly home: string
  /** Folder of the model, with `model.onnx` and `tokenizer.json`. */
  readonly folder: string
  readonly shelved: ShelvedModel
  /** What the model was trained to find before a question or a passage. */
  readonly prefix: (role: Parameters<Embedder['embed']>[1]) => string
}

interface Encoder {
  readonly run: RunSession
  readonly encode: EncodeText
}

/** Two halve the time of a search for several things; each takes about 100 MB. */
const threads = Math.min(2, availableParallelism())

/** An encoder from a folder. It and its runtime are loaded on the first call. */
export function onnxEmbedder(options: OnnxOptions): Embedder {
  const { shelved, prefix } = options
  let opening: Promise<Encoder> | undefined
  return {
    model: `onnx:${shelved.name}@${shelved.sha256.slice(0, 12)}`,
    dimensions: shelved.dimensions,
    reads: 'texts',
    async embed(texts, role, signal) {
      signal?.throwIfAborted()
      opening ??= open(options).catch((error: unknown) => {
        opening = undefined
        throw error
      })
      const encoder = await opening
      // One text a run: quantized encoders scale by batch, so a text's vector would depend on its neighbours.
      return mapInLanes(texts, threads, async (text) => {
        signal?.throwIfAborted()
        return text.trim() === ''
          ? new Float32Array(shelved.dimensions)
          : await embedOne(encoder, shelved, prefix(role) + text)
      })
    },
  }
}

async function embedOne(
  { run, encode }: Encoder,
  shelved: ShelvedModel,
  text: string,
): Promise<Float32Array> {
  const reply = await run(encode(text))
  if ('problem' in reply)
    throw new EngineError(
      'model_reply_invalid',
      phrase`${shelved.name} cannot be run: ${reply.problem}`,
      {
        hint: 'An encoder is an ONNX model that takes token ids; add or pull the model again.',
      },
    )
  const parsed = tensorSchema.safeParse(reply.output)
  if (!parsed.success)
    throw new EngineError('model_reply_invalid', phrase`${shelved.name} is not a text encoder.`, {
      hint: 'An encoder takes token ids and gives vectors of 32-bit numbers.',
      cause: parsed.error,
    })
  const vector = pool(parsed.data, shelved.pooling)
  if (vector.length !== shelved.dimensions)
    throw new EngineError(
      'dimension_mismatch',
      phrase`${shelved.name} gives vectors of ${vector.length} numbers, its manifest says ${shelved.dimensions}.`,
      { hint: phrase`Add it again with --dimensions ${vector.length}.` },
    )
  return vector
}

async function open({ home, folder, shelved }: OnnxOptions): Promise<Encoder> {
  const runtime = findRuntime(home)
  const model = join(folder, 'model.onnx')
  const [weights, tokenizerJson] = await readBoth(model, join(folder, 'tokenizer.json'), shelved)
  if (createHash('sha256').update(weights).digest('hex') !== shelved.sha256)
    throw new EngineError(
      'model_runtime_missing',
      phrase`The weights of ${shelved.name} changed.`,
      {
        hint: 'Remove the model from the shelf, and add or pull it again.',
      },
    )
  const { textEncoder } = await import('./encode-text.ts')
  return {
    run: sessionThreads({ runtime, model }, threads),
    encode: textEncoder(tokenizerJson, shelved.maxTokens),
  }
}

/** Native code of some 300 MB, so it is no dependency. */
function findRuntime(home: string): string {
  const name = 'onnxruntime-node'
  const instead = 'embedder.kind = "static"'
  return loadOptional({ name, home, code: 'model_runtime_missing', instead }).file
}

async function readBoth(
  weights: string,
  tokenizer: string,
  { name }: ShelvedModel,
): Promise<readonly [Buffer, string]> {
  try {
    return [await readFile(weights), await readFile(tokenizer, 'utf8')]
  } catch (cause) {
    throw new EngineError('model_runtime_missing', phrase`The files of ${name} cannot be read.`, {
      hint: 'Add or pull the model again.',
      cause,
    })
  }
}

/**
 * What `map` makes of each text, in their order, with at most so many under way. Long texts go first,
 * so that no lane is left with one at the end.
 */
async function mapInLanes<Result>(
  texts: readonly string[],
  lanes: number,
  map: (text: string) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const left = [...texts.entries()].sort(([, one], [, other]) => other.length - one.length).values()
  const lane = async (): Promise<void> => {
    for (const [at, text] of left) results[at] = await map(text)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** An output of the runtime: one vector a text, or one a token. */
const tensorSchema = z.object({
  dims: z.array(z.number()),
  data: z.instanceof(Float32Array),
})

/** The vector of length 1 of a single text. */
function pool(output: z.infer<typeof tensorSchema>, pooling: Pooling): Float32Array {
  const { dims, data } = output
  const dimensions = dims.at(-1) ?? 0
  const tokens = dims.length === 3 && pooling === 'mean' ? data.length / dimensions : 1
  const sum = new Float64Array(dimensions)
  for (let at = 0; at < tokens * dimensions; at++)
    sum[at % dimensions] = (sum[at % dimensions] ?? 0) + (data[at] ?? 0)
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
  return Float32Array.from(sum, (value) => (length > 0 ? value / length : 0))
}
