import type { JsonObject } from './store/catalog.ts'

/** What a server may ask of the client behind a call, in the words of the protocol. */
export const askedMethods = {
  elicitation: 'elicitation/create',
  sampling: 'sampling/createMessage',
  roots: 'roots/list',
} as const

export type AskedMethod = (typeof askedMethods)[keyof typeof askedMethods]

/** The client behind a call, where a server may ask it something meanwhile. */
export interface AskedClient {
  /** Clients with different keys never share a connection. */
  readonly key: string
  /** It stands for one call alone: its connection takes no second call meanwhile. */
  readonly isOfOneCall: boolean
  /** What it can be asked, as it declared it: `elicitation`, `sampling`, `roots`. */
  readonly capabilities: JsonObject
  /** The least severe log messages it wants; none where this is absent. */
  readonly logLevel?: string | undefined
  /** Present where the client can come back for the result; told once the server goes on by itself. */
  readonly onDeferred?: (() => void) | undefined
  ask(method: AskedMethod, params: JsonObject, signal: AbortSignal): Promise<JsonObject>
  /** Passes on a notification; one that cannot be delivered is dropped. */
  tell(method: string, params: JsonObject): void
}
