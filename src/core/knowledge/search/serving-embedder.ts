import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { modelBackground } from '../../text/model-background.ts'

/** The embedder that stored vectors came from, where it can still be asked. */
export type EarlierEmbedder = (model: string, dimensions: number) => Embedder | undefined

interface ServingDeps {
  openDocuments(): Documents
  readonly embedder: Embedder | undefined
  readonly earlierEmbedder?: EarlierEmbedder | undefined
  readonly now: Clock
}

/** Whose vectors answer, and what its cosines count from. */
interface Serving {
  readonly embedder: Embedder | undefined
  background(): Promise<number>
}

/** How long an earlier model goes on serving before the count of new vectors is taken again. */
const recountMs = 5000

/**
 * The configured embedder as soon as every text has its vector, or more have than of any other;
 * until then the earlier model with the most vectors, so that a change of model costs no search.
 */
export function servingEmbedder(deps: ServingDeps): () => Promise<Serving> {
  const configured = withBackground(deps.embedder)
  const unusable = new Set<string>()
  let serving: Serving | undefined
  let countedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const { embedder, now } = deps
    if (embedder === undefined || serving === configured) return configured
    if (serving !== undefined && now() - countedAt < recountMs) return serving
    countedAt = now()
    const { models, vectors, withoutVector } = await deps.openDocuments().usage(embedder.model)
    const fuller = models
      .filter((one) => one.model !== embedder.model && !unusable.has(one.model))
      .filter((one) => withoutVector > 0 && one.vectors > vectors)
      .sort((a, b) => b.vectors - a.vectors)
    serving = configured
    for (const { model, dimensions } of fuller) {
      const earlier = await usable(deps.earlierEmbedder?.(model, dimensions))
      if (earlier) {
        serving = earlier
        break
      }
      unusable.add(model)
    }
    return serving
  }
}

function withBackground(embedder: Embedder | undefined): Serving {
  return { embedder, background: async () => (embedder ? modelBackground(embedder) : 0) }
}

/** An earlier model may have been left because it is gone: it serves only if it answers. */
async function usable(embedder: Embedder | undefined): Promise<Serving | undefined> {
  if (embedder === undefined) return undefined
  const serving = withBackground(embedder)
  try {
    await serving.background()
    return serving
  } catch (error) {
    if (error instanceof EngineError) return undefined
    throw error
  }
}
