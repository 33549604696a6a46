export type SpanAttributes = Readonly<Record<string, string | number>>

/** What a request waits for: a server behind us, or our own store. */
type ChildKind = 'upstream' | 'store'

/** A part of a request under way. */
export interface ChildSpan {
  end(attributes: SpanAttributes, isFailure: boolean): void
}

/** One request under way. */
export interface Span extends ChildSpan {
  /** What the next service is told, as the header `traceparent` of W3C. */
  readonly traceparent: string
  /** Whatever `work` does, also later, is part of this request: `child` finds it by that. */
  run<Result>(work: () => Result): Result
}

/** Tells a collector what each request did. Never fails, never makes a request wait. */
export interface Tracer {
  /** Takes up the trace of `traceparent` where that is well formed; `undefined` when it is not to be recorded. */
  start(name: string, traceparent: string | undefined): Span | undefined
  /** A part of the request that is being answered; `undefined` where there is none, or it has ended. */
  child(name: string, kind: ChildKind): ChildSpan | undefined
  /** Sends what is left, for as long as that may take. */
  close(): Promise<void>
}
