import type { Caller, Sieved } from '../../../engine.ts'
import type { BodyBytes } from '../body/body-bytes.ts'
import type { Route } from '../route/routes.ts'
import type { Ended } from '../upstream/forward.ts'
import type { ResponseTap } from './response-tap.ts'

/** What happened to one request, for the account. */
export interface Passage {
  readonly route: Route
  /** Path and query the client called. */
  readonly path: string
  readonly session: string | undefined
  /** The program that called, where it says so. */
  readonly agent: string | undefined
  readonly caller: Caller | undefined
  readonly sentBody: BodyBytes | undefined
  /** Absent when the sieves failed or could not read the body. */
  readonly sieved: Sieved | undefined
  readonly warnings: readonly string[]
  readonly ended: Ended
  readonly tap: ResponseTap
  readonly durationMs: number
  /** What we added to it: from the last byte read to the first one sent on. */
  readonly addedMs: number
}
