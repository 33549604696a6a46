import { nliEntailment } from '../adapters/nli/entailment.ts'
import { ollamaEmbedder } from '../adapters/ollama/embedder.ts'
import { ollamaLlm } from '../adapters/ollama/llm.ts'
import { ollamaDefaults } from '../adapters/ollama/options.ts'
import { onnxEmbedder } from '../adapters/onnx/embedder.ts'
import { findOnShelf } from '../adapters/onnx/model-shelf.ts'
import { openAiCompatibleEmbedder } from '../adapters/openai-compatible/embedder.ts'
import { knownDimensions, rolePrefix } from '../adapters/openai-compatible/known-models.ts'
import { openAiCompatibleLlm } from '../adapters/openai-compatible/llm.ts'
import { restingEmbedder } from '../adapters/openai-compatible/resting-embedder.ts'
import { staticEmbedder } from '../adapters/static-embedder/embedder.ts'
import type { Config } from '../config/schema.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Entailment } from '../ports/entailment.ts'
import type { Llm } from '../ports/llm.ts'

/** The embedder the configuration names; `undefined` for none. Nothing is loaded or asked yet. */
export function chooseEmbedder(
  { embedder }: Pick<Config, 'embedder'>,
  home: string,
): Embedder | undefined {
  const { kind, apiKey, timeoutMs, baseUrl } = embedder
  switch (kind) {
    case 'none':
      return undefined
    case 'static':
      return staticEmbedder()
    case 'onnx':
      return fromShelf(home, required('embedder.model', embedder.model))
    case 'ollama': {
      const model = embedder.model ?? ollamaDefaults.embeddingModel
      const dimensions = dimensionsOf(model, embedder.dimensions)
      const address = baseUrl ?? ollamaDefaults.baseUrl
      const served = ollamaEmbedder({ baseUrl: address, model, dimensions, timeoutMs })
      return restingEmbedder(served, () => performance.now())
    }
    case 'openai': {
      const model = required('embedder.model', embedder.model)
      const dimensions = dimensionsOf(model, embedder.dimensions)
      const address = required('embedder.base_url', baseUrl)
      const server = { baseUrl: address, timeoutMs, apiKey }
      return restingEmbedder(openAiCompatibleEmbedder({ ...server, model, dimensions }), () =>
        performance.now(),
      )
    }
  }
}

/**
 * The embedder behind vectors of another model than the configured one: our own table, an encoder
 * on the shelf, or a model of the server that is configured; `undefined` where none can be asked.
 */
export function earlierEmbedder({ embedder }: Pick<Config, 'embedder'>, home: string) {
  return (stored: string, dimensions: number): Embedder | undefined => {
    const [kind = '', model = ''] = stored.split(/:(.*)/s)
    const known =
      kind === 'onnx'
        ? fromShelf(home, model.replace(/@[^@]*$/, ''))
        : kind === embedder.kind
          ? chooseEmbedder({ embedder: { ...embedder, model, dimensions } }, home)
          : staticEmbedder()
    return known?.model === stored ? known : undefined
  }
}

/** The chat model the configuration names; `undefined` for none. */
export function chooseLlm({ llm }: Pick<Config, 'llm'>): Llm | undefined {
  const { kind, apiKey, timeoutMs } = llm
  if (kind === 'none') return undefined
  const model = required('llm.model', llm.model)
  if (kind === 'ollama')
    return ollamaLlm({ baseUrl: llm.baseUrl ?? ollamaDefaults.baseUrl, model, timeoutMs })
  const baseUrl = required('llm.base_url', llm.baseUrl)
  return openAiCompatibleLlm({ baseUrl, model, timeoutMs, apiKey })
}

/** The judge of entailment the configuration names; `undefined` leaves it to the chat model. */
export function chooseEntailment({ nli }: Pick<Config, 'nli'>): Entailment | undefined {
  if (nli.kind === 'none') return undefined
  const { apiKey, timeoutMs } = nli
  return nliEntailment({ baseUrl: required('nli.base_url', nli.baseUrl), apiKey, timeoutMs })
}

/** A model that is not there refuses each text, not the command that would fetch it. */
function fromShelf(home: string, name: string): Embedder {
  try {
    return onnxEmbedder({
      home,
      ...findOnShelf(home, name),
      prefix: (role) => rolePrefix(name, role),
    })
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return {
      model: `onnx:${name}`,
      dimensions: 0,
      reads: 'texts',
      embed: () => Promise.reject(error),
    }
  }
}

function dimensionsOf(model: string, configured: number | undefined): number {
  return required('embedder.dimensions', configured ?? knownDimensions(model))
}

function required<Value>(key: string, value: Value | undefined): Value {
  if (value !== undefined) return value
  throw new EngineError(
    'config_invalid',
    phrase`\`${key}\` is missing, and this kind of model needs it.`,
    {
      hint: phrase`Set \`${key}\` in tamis.toml, or as TAMIS_${key.toUpperCase().replace('.', '_')}.`,
      details: { key },
    },
  )
}
