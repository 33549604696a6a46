import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { ShelvedModel } from '../../ports/model-shelf.ts'

/** Beside the weights on the shelf, as JSON. */
export const manifestFile = 'tamis-model.json'

const manifest = z.object({
  name: z.string(),
  dimensions: z.number().int().min(1),
  maxTokens: z.number().int().min(2),
  pooling: z.enum(['mean', 'cls']),
  sha256: z.string(),
  bytes: z.number(),
})

/** The manifest of a shelved model, or `undefined` where there is none. */
export function readManifest(folder: string): ShelvedModel | undefined {
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
