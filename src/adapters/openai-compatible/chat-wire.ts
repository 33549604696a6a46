import { z } from 'zod'
import type { CompletionEnd, CompletionRequest } from '../../ports/llm.ts'
import { parsePiece } from './parse-reply.ts'

/** What one event of a streamed reply adds. */
export interface ReplyPiece {
  readonly text: string
  readonly end: Partial<CompletionEnd>
}

const event = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
})

/** A completion in the words of the chat completions wire. */
export function chatBody(model: string, completion: CompletionRequest): object {
  return {
    model,
    messages: chatMessages(completion),
    max_tokens: completion.maxTokens,
    temperature: completion.temperature,
    stream: true,
    stream_options: { include_usage: true },
    ...(completion.json ? { response_format: { type: 'json_object' } } : {}),
  }
}

/** The system text first, then the turns. */
export function chatMessages({ system, messages }: CompletionRequest): readonly object[] {
  return [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...messages.map(({ role, text }) => ({ role, content: text })),
  ]
}

/** Reads the data of one event; `apiKey` is blotted out of a failure the server reports. */
export function readPiece(data: string, apiKey: string | undefined): ReplyPiece {
  const { model, choices, usage } = parsePiece(event, data, apiKey)
  const [choice] = choices
  return {
    text: choice?.delta?.content ?? '',
    end: {
      ...(model ? { model } : {}),
      ...(choice?.finish_reason ? { stop: stopOf(choice.finish_reason) } : {}),
      ...(usage
        ? { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } }
        : {}),
    },
  }
}

/** Why a reply ended, as the wires of OpenAI and Ollama say it. */
export function stopOf(reason: string): CompletionEnd['stop'] {
  return reason === 'stop' || reason === 'length' ? reason : 'other'
}
