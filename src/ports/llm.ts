/** A chat model. Each call is one question; nothing is remembered between calls. */
export interface Llm {
  /** The name asked for, for instance `qwen3:8b`. The end of a reply says which one answered. */
  readonly model: string
  /**
   * Streams one reply: text parts in order, then exactly one end. A reply that stops before its end
   * throws, so text without an end is never a whole answer. Throws `EngineError` with one of
   * `LlmFailure`, or the signal's reason when the caller aborts.
   */
  complete(request: CompletionRequest, signal?: AbortSignal): AsyncIterable<CompletionPart>
}

export interface CompletionRequest {
  readonly system?: string
  readonly messages: readonly LlmMessage[]
  readonly maxTokens: number
  readonly temperature: number
  /** Ask for one JSON value. The model may still answer otherwise: parse its reply as unknown text. */
  readonly json?: boolean
}

interface LlmMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export type CompletionPart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'end' } & CompletionEnd)

export interface CompletionEnd {
  /** The model that answered, as its server names it. */
  readonly model: string
  /** `length` when `maxTokens` cut the reply; `other` is a filter or a reason we do not know. */
  readonly stop: 'stop' | 'length' | 'other'
  /** Absent when the server does not count. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
}

/** The codes of `errors.ts` that a model call may end in. */
export type LlmFailure =
  | 'model_unreachable'
  | 'model_not_pulled'
  | 'model_refused'
  | 'model_reply_invalid'
  | 'timeout'
  | 'llm_stream_aborted'
