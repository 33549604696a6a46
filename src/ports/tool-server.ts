import type { AskedClient } from './asked-client.ts'
import type { Caller } from './caller.ts'
import type { JsonObject } from './store/catalog.ts'

/** The upstream MCP servers of the configuration. Each starts when first needed and rests when idle. */
export interface ToolServers {
  names(): readonly string[]
  /** Asks a server what it offers, starting it if need be. */
  list(server: string, options: UpstreamOptions): Promise<ServerListing>
  call(
    server: string,
    tool: string,
    args: JsonObject,
    options: UpstreamOptions,
  ): Promise<ToolCallResult>
  /** Any other request, forwarded as it is; resolves to the `result`. */
  request(
    server: string,
    method: string,
    params: JsonObject | undefined,
    options: UpstreamOptions,
  ): Promise<JsonObject>
  status(server: string): ServerStatus
  /** Ends every connection with a server; the next use starts it anew, whatever failed before. */
  restart(server: string): Promise<void>
  /** The last lines that its process wrote on stderr, oldest first; what comes over HTTP has none. */
  logOf(server: string): readonly string[]
  /** One HTTP exchange with a server that has an address, as its client began it. */
  exchange(server: string, request: UpstreamRequest): Promise<Response>
  /** A conversation with a server for one client alone, message by message. */
  link(server: string, events: LinkEvents, caller: Caller | undefined): Promise<ServerLink>
  /** Told when a running server says that its tools changed, and over whose connection where that is one client's. */
  onToolsChanged(
    listener: (server: string, caller: Caller | undefined, client?: ClientConnection) => void,
  ): void
  close(): Promise<void>
}

/** The connection of one client, which may be shown other tools than all the rest. */
export interface ClientConnection {
  readonly key: string
  list(): Promise<ServerListing>
}

export interface UpstreamOptions {
  /** What an earlier `list` said about the protocol, so that the start need not probe. */
  readonly era?: string | undefined
  /** As whom, where the server tells people apart. */
  readonly caller?: Caller | undefined
  /** Whom the server may ask something during the call. */
  readonly client?: AskedClient | undefined
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total?: number, message?: string) => void) | undefined
}

/** What a client asked over HTTP; our configuration says where it goes and adds its own headers. */
export interface UpstreamRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
}

export interface LinkEvents {
  onMessage(message: JsonObject): void
  /** The server ended the conversation; not told when we did. */
  onClose(): void
}

export interface ServerLink {
  send(message: JsonObject): Promise<void>
  close(): Promise<void>
}

/** A tool exactly as its server describes it; nothing in it is trusted. */
export interface ListedTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: JsonObject
}

/** A skill as its server lists it; nothing in it is trusted. */
export interface ListedSkill {
  readonly name: string
  readonly description: string
  /** Of its `SKILL.md`. */
  readonly uri: string
  readonly digest?: string
  readonly files: readonly string[]
}

export interface ServerListing {
  readonly description: string
  readonly tools: readonly ListedTool[]
  /** Absent where the server offers none. */
  readonly skills?: readonly ListedSkill[]
  /** Why its skills could not be listed, where it says that it has some. */
  readonly skillsProblem?: string
  /** Opaque; hand it back as `era`. */
  readonly era: string
}

export interface ToolCallResult {
  readonly isError: boolean
  /** The whole `result` of the call, as the server sent it. */
  readonly result: JsonObject
}

export interface ServerStatus {
  readonly state: 'stopped' | 'starting' | 'running' | 'failed'
  readonly transport: 'stdio' | 'http' | 'sse'
  /** Why it failed, in one line, without secrets. */
  readonly problem?: string
  /** It works for whoever logs in or sets a credential. */
  readonly isAwaitingPeople?: boolean
  /** Milliseconds since the epoch before which it is not started again. */
  readonly retryAt?: number
}

/** Checks arguments against a tool's own schema; says what is wrong, or `undefined`. */
export type SchemaValidator = (schema: JsonObject, value: unknown) => string | undefined
