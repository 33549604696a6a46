import type { Caller, Engine } from '../../engine.ts'

/** A request that was let in: whose engine answers it, and what its token allows. */
export interface Visitor {
  readonly engine: Engine
  readonly caller: Caller | undefined
  /** The `traceparent` that goes on in place of the client's, where requests are traced. */
  readonly traceparent?: string | undefined
  /** The session it is part of, where its client has one: it tells clients apart and opens nothing. */
  readonly session?: string | undefined
}
