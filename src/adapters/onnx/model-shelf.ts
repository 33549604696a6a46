import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { ModelFacts, ModelShelf, ShelvedModel } from '../../ports/model-shelf.ts'
import { completeFacts } from './model-facts.ts'
import { presets } from './presets.ts'
import { fetchPlan, planPull } from './pull-model.ts'

/** Where encoders of the hub keep their weights. */
const weightPaths = [
  'model.onnx',
  'onnx/model.onnx',
  'model_quantized.onnx',
  'onnx/model_quantized.onnx',
]

/** Models in `models/` of the data folder. A model is there whole or not at all. */
export function modelShelf(home: string, hubUrl: string | undefined): ModelShelf {
  const shelf = join(home, 'models')

  /** Fills a folder nobody sees, then moves it into place. */
  async function place(
    name: string,
    said: ModelFacts,
    fill: (draft: string) => Promise<void>,
  ): Promise<ShelvedModel> {
    requireName(name)
    const draft = join(shelf, `.draft-${randomUUID()}`)
    await mkdir(draft, { recursive: true, mode: 0o700 })
    try {
      await fill(draft)
      const shelved = await describe(draft, name, said)
      await writeFile(join(draft, manifestFile), `${JSON.stringify(shelved, null, 2)}\n`, {
        mode: 0o600,
      })
      await rm(join(shelf, name), { recursive: true, force: true })
      await rename(draft, join(shelf, name))
      return shelved
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }

  return {
    known: presets.map(({ name }) => name),
    async list() {
      const names = await readdir(shelf).catch(() => [])
      return names
        .filter((name) => !name.startsWith('.'))
        .sort()
        .flatMap((name) => readManifest(join(shelf, name)) ?? [])
    },
    async add(folder, said) {
      const source = resolve(folder)
      const weights = await findWeights(source)
      return place(said.name ?? basename(source), said, async (draft) => {
        await cp(weights, join(draft, 'model.onnx'))
        await cp(join(source, 'tokenizer.json'), join(draft, 'tokenizer.json'))
        for (const file of ['config.json', '1_Pooling/config.json'])
          if (await exists(join(source, file))) await cp(join(source, file), join(draft, file))
      })
    },
    async pull(wanted, onProgress, signal) {
      const plan = planPull(wanted)
      if (hubUrl === undefined)
        throw new EngineError('config_invalid', '`models.hub_url` is not set.', {
          hint: 'Nothing is fetched from a place you did not name; TAMIS_MODELS_HUB_URL=https://huggingface.co names one.',
        })
      return place(plan.name, wanted, (draft) => fetchPlan(plan, hubUrl, draft, onProgress, signal))
    },
  }
}

/** The folder of a model on the shelf, and what is known of it. */
export function findOnShelf(
  home: string,
  name: string,
): { readonly folder: string; readonly shelved: ShelvedModel } {
  requireName(name)
  const folder = join(home, 'models', name)
  const shelved = readManifest(folder)
  if (shelved) return { folder, shelved }
  throw new EngineError('model_not_pulled', phrase`No model ${name} in ${join(home, 'models')}.`, {
    hint: phrase`Run \`tamis models pull ${name}\`, or \`tamis models add FOLDER\`.`,
  })
}

async function describe(draft: string, name: string, said: ModelFacts): Promise<ShelvedModel> {
  const weights = await readFile(join(draft, 'model.onnx'))
  const sha256 = createHash('sha256').update(weights).digest('hex')
  const facts = await completeFacts(draft, sha256, said)
  // Opens it once, so that a model that cannot work never gets on the shelf.
  const { textEncoder } = await import('./encode-text.ts')
  textEncoder(await readFile(join(draft, 'tokenizer.json'), 'utf8'), facts.maxTokens)('text')
  return { name, ...facts, sha256, bytes: weights.length }
}

async function findWeights(folder: string): Promise<string> {
  for (const path of weightPaths)
    if ((await exists(join(folder, path))) && (await exists(join(folder, 'tokenizer.json'))))
      return join(folder, path)
  throw new EngineError('invalid_input', phrase`${folder} holds no encoder.`, {
    hint: 'It needs tokenizer.json and model.onnx (or onnx/model.onnx).',
  })
}

function requireName(name: string): void {
  if (/^\w[\w.-]{0,99}$/.test(name)) return
  throw new EngineError(
    'invalid_input',
    phrase`${JSON.stringify(name)} cannot be the name of a model.`,
    {
      hint: 'Letters, digits, dots, dashes and underscores, at most 100.',
    },
  )
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Beside the weights on the shelf, as JSON. */
const manifestFile = 'tamis-model.json'

const manifest = z.object({
  name: z.string(),
  dimensions: z.number().int().min(1),
  maxTokens: z.number().int().min(2),
  pooling: z.enum(['mean', 'cls']),
  sha256: z.string(),
  bytes: z.number(),
})

/** The manifest of a shelved model, or `undefined` where there is none. */
function readManifest(folder: string): ShelvedModel | undefined {
  const path = join(folder, manifestFile)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const parsed = manifest.safeParse(jsonOrNothing(text))
  if (parsed.success) return parsed.data
  throw new EngineError('model_runtime_missing', phrase`${path} is damaged.`, {
    hint: 'Remove its folder, and add or pull the model again.',
  })
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
