export type SpanAttributes = Readonly<Record<string, string | number>>

/** One request under way. */
export interface Span {
  /** What the next service is told, as the header `traceparent` of W3C. */
  readonly traceparent: string
  end(attributes: SpanAttributes, isFailure: boolean): void
}

/** Tells a collector what each request did. Never fails, never makes a request wait. */
export interface Tracer {
  /** Takes up the trace of `traceparent` where that is well formed; `undefined` when it is not to be recorded. */
  start(name: string, traceparent: string | undefined): Span | undefined
  /** Sends what is left, for as long as that may take. */
  close(): Promise<void>
}
