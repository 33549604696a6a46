import { z } from 'zod'
import type { Embedder } from '../../ports/embedder.ts'
import { modelServer } from '../openai-compatible/client.ts'
import { checked } from '../openai-compatible/parse-reply.ts'
import { remoteEmbedder } from '../openai-compatible/remote-embedder.ts'
import { type OllamaOptions, pullHint } from './options.ts'

const reply = z.object({ embeddings: z.array(z.array(z.number())) })

/** An embedding model of Ollama. Texts beyond the model's window are cut by Ollama. */
export function ollamaEmbedder(options: OllamaOptions & { readonly dimensions: number }): Embedder {
  const { model, dimensions } = options
  const server = modelServer({ ...options, missingModelHint: pullHint })
  return remoteEmbedder({ id: `ollama:${model}`, model, dimensions }, async (texts, signal) => {
    const body = { model, input: texts, truncate: true }
    const answer = await server.postJson({ path: '/api/embed', model, body }, signal)
    return checked(reply, answer).embeddings
  })
}
