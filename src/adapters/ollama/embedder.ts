import { z } from 'zod'
import type { Embedder } from '../../ports/embedder.ts'
import { createModelServer } from '../openai-compatible/client.ts'
import { checked } from '../openai-compatible/parse-reply.ts'
import { createRemoteEmbedder } from '../openai-compatible/vectors.ts'
import { type OllamaOptions, pullHint } from './options.ts'

const reply = z.object({ embeddings: z.array(z.array(z.number())) })

/** An embedding model of Ollama. Texts beyond the model's window are cut by Ollama. */
export function createOllamaEmbedder(
  options: OllamaOptions & { readonly dimensions: number },
): Embedder {
  const { model, dimensions } = options
  const server = createModelServer({ ...options, missingModelHint: pullHint })
  return createRemoteEmbedder(
    { id: `ollama:${model}`, model, dimensions },
    async (texts, signal) => {
      const body = { model, input: texts, truncate: true }
      const answer = await server.postJson({ path: '/api/embed', model, body }, signal)
      return checked(reply, answer).embeddings
    },
  )
}
