import type { CompletionRequest, Llm } from '../../../ports/llm.ts'
import type { OnText } from './deps.ts'

/** A whole reply and what it cost. */
export interface Reply {
  readonly text: string
  readonly model: string
  readonly promptTokens: number
  readonly completionTokens: number
}

/** Collects a streamed reply; throws what the port throws. */
export async function complete(
  llm: Llm,
  request: CompletionRequest,
  onText?: OnText,
  signal?: AbortSignal,
): Promise<Reply> {
  let text = ''
  let end = { model: llm.model, promptTokens: 0, completionTokens: 0 }
  for await (const part of llm.complete(request, signal)) {
    if (part.kind === 'text') {
      text += part.text
      onText?.(part.text)
    } else
      end = {
        model: part.model,
        promptTokens: part.usage?.inputTokens ?? 0,
        completionTokens: part.usage?.outputTokens ?? 0,
      }
  }
  return { text, ...end }
}
