import { z } from 'zod'
import type { Embedder } from '../../ports/embedder.ts'
import { modelServer } from './client.ts'
import { missingModelHint, notAReply, type OpenAiCompatibleOptions } from './failures.ts'
import { checked } from './parse-reply.ts'
import { remoteEmbedder } from './remote-embedder.ts'

const reply = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
})

/** An embedding model of any server that speaks the embeddings wire. */
export function openAiCompatibleEmbedder(
  options: OpenAiCompatibleOptions & { readonly dimensions: number },
): Embedder {
  const { model, dimensions } = options
  const server = modelServer({ ...options, missingModelHint })
  return remoteEmbedder({ id: `openai:${model}`, model, dimensions }, async (texts, signal) => {
    const body = { model, input: texts, encoding_format: 'float' }
    const answer = await server.postJson({ path: '/embeddings', model, body }, signal)
    const { data } = checked(reply, answer)
    // Servers may answer out of order; the index says which text a vector is of.
    return texts.map(
      (_, index) => data.find((item) => item.index === index)?.embedding ?? missing(),
    )
  })
}

function missing(): never {
  throw notAReply()
}
