import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import type { ModelFacts, Pooling } from '../../ports/model-shelf.ts'
import { presets } from './presets.ts'

const encoderConfig = z.object({
  hidden_size: z.number().int().optional(),
  max_position_embeddings: z.number().int().optional(),
})
const poolingConfig = z.object({ pooling_mode_cls_token: z.boolean().optional() })

interface CompleteFacts {
  readonly dimensions: number
  readonly maxTokens: number
  readonly pooling: Pooling
}

/**
 * What is needed to run an encoder: what the caller says, else what is known of these weights, else
 * what the files beside them say (`config.json`, and `1_Pooling/config.json` of sentence encoders).
 */
export async function completeFacts(
  folder: string,
  sha256: string,
  said: ModelFacts,
): Promise<CompleteFacts> {
  const preset = presets.find(({ weights }) => weights.sha256 === sha256)
  const config = await readJson(join(folder, 'config.json'), encoderConfig)
  const pooling = await readJson(join(folder, '1_Pooling', 'config.json'), poolingConfig)
  const dimensions = said.dimensions ?? preset?.dimensions ?? config?.hidden_size
  if (dimensions === undefined)
    throw new EngineError('invalid_input', 'The length of the vectors is not known.', {
      hint: 'Say it with --dimensions, or put the config.json of the model beside it.',
    })
  return {
    dimensions,
    maxTokens:
      said.maxTokens ?? preset?.maxTokens ?? Math.min(config?.max_position_embeddings ?? 512, 512),
    pooling:
      said.pooling ??
      preset?.pooling ??
      (pooling?.pooling_mode_cls_token === true ? 'cls' : 'mean'),
  }
}

/** The file in this form; `undefined` when it is absent or of another form, since it is only a help. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}
