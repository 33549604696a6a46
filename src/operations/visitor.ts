import type { Caller, Engine } from '../engine.ts'

/** A request that was let in: whose engine answers it, and what its token allows. */
export interface Visitor {
  readonly engine: Engine
  readonly caller: Caller | undefined
}
