import type { Llm } from '../../ports/llm.ts'
import { chatBody, type ReplyPiece, readPiece } from './chat-wire.ts'
import { modelServer } from './client.ts'
import { missingModelHint, type OpenAiCompatibleOptions } from './failures.ts'
import { readEvents } from './lines.ts'
import { streamReply } from './stream-reply.ts'

/** A chat model of any server that speaks the chat completions wire. */
export function openAiCompatibleLlm(options: OpenAiCompatibleOptions): Llm {
  const { model, apiKey } = options
  const server = modelServer({ ...options, missingModelHint })
  return {
    model,
    complete(completion, signal) {
      const body = chatBody(model, completion)
      const chunks = server.postStream({ path: '/chat/completions', model, body }, signal)
      return streamReply(model, readPieces(chunks, apiKey), signal)
    },
  }
}

async function* readPieces(
  chunks: AsyncIterable<Uint8Array>,
  apiKey: string | undefined,
): AsyncGenerator<ReplyPiece, void> {
  let hasReason = false
  for await (const { data } of readEvents(chunks)) {
    if (data === '[DONE]') {
      // Some servers give no reason; that they say it is done is one.
      if (!hasReason) yield { text: '', end: { stop: 'other' } }
      return
    }
    const piece = readPiece(data, apiKey)
    hasReason ||= piece.end.stop !== undefined
    yield piece
  }
}
