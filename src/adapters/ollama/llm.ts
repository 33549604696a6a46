import { z } from 'zod'
import type { CompletionRequest, Llm } from '../../ports/llm.ts'
import { chatMessages, type ReplyPiece, stopOf } from '../openai-compatible/chat-wire.ts'
import { modelServer } from '../openai-compatible/client.ts'
import { readLines } from '../openai-compatible/lines.ts'
import { parsePiece } from '../openai-compatible/parse-reply.ts'
import { streamReply } from '../openai-compatible/stream-reply.ts'
import { type OllamaOptions, pullHint } from './options.ts'

const line = z.object({
  model: z.string().optional(),
  message: z.object({ content: z.string().optional() }).optional(),
  done: z.boolean(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
})

/** A chat model of Ollama, over its own wire: one JSON value a line. */
export function ollamaLlm(options: OllamaOptions): Llm {
  const { model } = options
  const server = modelServer({ ...options, missingModelHint: pullHint })
  return {
    model,
    complete(completion, signal) {
      const body = chatBody(model, completion)
      const chunks = server.postStream({ path: '/api/chat', model, body }, signal)
      return streamReply(model, readPieces(chunks), signal)
    },
  }
}

function chatBody(model: string, completion: CompletionRequest): object {
  const contextTokens = windowFor(completion)
  return {
    model,
    messages: chatMessages(completion),
    stream: true,
    ...(completion.json ? { format: 'json' } : {}),
    options: {
      num_predict: completion.maxTokens,
      temperature: completion.temperature,
      ...(contextTokens === undefined ? {} : { num_ctx: contextTokens }),
    },
  }
}

const defaultWindowTokens = 4096
const largestWindowTokens = 131_072

/**
 * Ollama silently drops the start of a prompt that exceeds its window. Windows grow by doubling,
 * because Ollama loads the model again whenever the window changes.
 */
function windowFor({ system = '', messages, maxTokens }: CompletionRequest): number | undefined {
  const characters = messages.reduce((sum, { text }) => sum + text.length, system.length)
  const needed = Math.ceil(characters / 3) + maxTokens
  if (needed <= defaultWindowTokens) return undefined
  return Math.min(2 ** Math.ceil(Math.log2(needed)), largestWindowTokens)
}

async function* readPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReplyPiece, void> {
  for await (const text of readLines(chunks)) {
    if (text.trim() === '') continue
    const piece = readPiece(text)
    yield piece
    if (piece.end.stop !== undefined) return
  }
}

function readPiece(text: string): ReplyPiece {
  const { model, message, done, done_reason, prompt_eval_count, eval_count } = parsePiece(
    line,
    text,
  )
  return {
    text: message?.content ?? '',
    end: {
      ...(model ? { model } : {}),
      ...(done ? { stop: stopOf(done_reason ?? 'stop') } : {}),
      ...(prompt_eval_count !== undefined && eval_count !== undefined
        ? { usage: { inputTokens: prompt_eval_count, outputTokens: eval_count } }
        : {}),
    },
  }
}
