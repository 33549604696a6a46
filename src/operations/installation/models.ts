import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import { type Caller, defaultNamespace, type ModelsInUse, type ShelvedModel } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'

const facts = {
  name: z.string().optional().describe('What to call it here; the last part of its path if empty'),
  dimensions: z.int().min(1).max(16_384).optional().describe('Length of its vectors'),
  max_tokens: z.int().min(2).max(131_072).optional().describe('How much of a text it reads'),
  pooling: z.enum(['mean', 'cls']).optional().describe('How token vectors become one'),
}

/** Models are the daemon's, and a folder to take one from may be any of its machine. */
function requireDaemon(caller: Caller | undefined): void {
  if ((caller?.namespace ?? defaultNamespace) === defaultNamespace) return
  throw new EngineError('scope_insufficient', 'Models are of the whole daemon', {
    hint: phrase`An admin of the namespace ${defaultNamespace} adds them.`,
  })
}

const list = operation({
  name: 'models.list',
  summary: 'Show which models are in use, and which encoders are in the data folder',
  effect: 'read',
  tool: { name: 'models_list', profiles: [] },
  command: { name: 'models list', examples: ['tamis models list'] },
  input: z.strictObject({}),
  run: async ({ models }) => {
    const shelf = await models.list()
    const names = shelf.map(({ name }) => name)
    return {
      in_use: models.inUse,
      shelf: shelf.map(toJson),
      can_be_pulled: models.known.filter((name) => !names.includes(name)),
    }
  },
  toText: ({ in_use, shelf, can_be_pulled }, say) =>
    [
      ...inUseLines(in_use, say),
      say('encoders here'),
      ...(shelf.length === 0
        ? [`  ${say('none')}`]
        : shelf.map((model) => `  ${toLine(model, say)}`)),
      ...(can_be_pulled.length === 0
        ? []
        : [say('`tamis models pull` knows'), ...can_be_pulled.map((name) => `  ${name}`)]),
    ].join('\n'),
})

const add = operation({
  name: 'models.add',
  summary: 'Copy an ONNX encoder from a folder into the data folder',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'models_add', profiles: [], isForPeople: true },
  command: {
    name: 'models add',
    positional: 'folder',
    examples: ['tamis models add ./bge-small-en-v1.5', 'tamis models add ./mine --pooling cls'],
  },
  input: z.strictObject({
    folder: z.string().min(1).describe('Folder with tokenizer.json and model.onnx'),
    ...facts,
  }),
  run: async ({ models }, { folder, ...said }, { caller }) => {
    requireDaemon(caller)
    return toJson(await models.add(folder, fromInput(said)))
  },
  toText: useIt,
})

const pull = operation({
  name: 'models.pull',
  summary: 'Fetch an ONNX encoder from the hub the settings name, and check its digest',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'models_pull', profiles: [], isForPeople: true },
  command: {
    name: 'models pull',
    positional: 'model',
    examples: [
      'tamis models pull bge-small-en-v1.5',
      'tamis models pull owner/repository --sha256 0f1e… --file onnx/model.onnx',
    ],
  },
  input: z.strictObject({
    model: z.string().min(1).describe('A name that `models list` shows, or owner/repository'),
    file: z
      .string()
      .regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/, 'must be a path inside the repository')
      .optional()
      .describe('Weights inside the repository; onnx/model_quantized.onnx if empty'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
      .optional()
      .describe('Digest the weights must have; needed for a model that is not known'),
    ...facts,
  }),
  run: async ({ models }, { model, file, sha256, ...said }, { signal, onProgress }) => {
    const wanted = {
      model,
      ...(file === undefined ? {} : { file }),
      ...(sha256 === undefined ? {} : { sha256 }),
      ...fromInput(said),
    }
    let announced = -1
    const pulled = await models.pull(
      wanted,
      ({ file: path, bytes, totalBytes }) => {
        const tenths = totalBytes === undefined ? 0 : Math.floor((10 * bytes) / totalBytes)
        if (tenths === announced) return
        announced = tenths
        onProgress?.({
          done: bytes,
          ...(totalBytes === undefined ? {} : { total: totalBytes }),
          message: `${path}: ${megabytes(bytes)}`,
        })
      },
      signal,
    )
    return toJson(pulled)
  },
  toText: useIt,
})

export const modelOperations = [list, add, pull]

type ModelJson = ReturnType<typeof toJson>

function toJson({ name, dimensions, maxTokens, pooling, sha256, bytes }: ShelvedModel) {
  return { name, dimensions, max_tokens: maxTokens, pooling, sha256, bytes }
}

function fromInput(said: {
  readonly name?: string | undefined
  readonly dimensions?: number | undefined
  readonly max_tokens?: number | undefined
  readonly pooling?: 'mean' | 'cls' | undefined
}) {
  const { name, dimensions, max_tokens: maxTokens, pooling } = said
  return {
    ...(name === undefined ? {} : { name }),
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(pooling === undefined ? {} : { pooling }),
  }
}

function inUseLines({ embedder, llm }: ModelsInUse, say: Say): readonly string[] {
  const vectors = embedder
    ? say(phrase`${embedder.model}, ${embedder.dimensions} dimensions`)
    : say('none')
  return [`embedder  ${vectors}`, `llm       ${llm ?? say('none')}`]
}

function toLine({ name, dimensions, max_tokens, bytes }: ModelJson, say: Say): string {
  return `${name}  ${say(phrase`${dimensions} dimensions, ${max_tokens} tokens, ${megabytes(bytes)}`)}`
}

function useIt(model: ModelJson, say: Say): string {
  const settings = `embedder.kind = "onnx" and embedder.model = "${model.name}"`
  return `${toLine(model, say)}\n${say(phrase`To use it: set ${settings}.`)}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
