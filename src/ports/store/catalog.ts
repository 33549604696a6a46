/** What upstream servers offer, what was run, and what was learned from it. */
export interface CatalogStore {
  /** Replaces all tools of one server, in one step. */
  replaceTools(server: string, tools: readonly CatalogTool[]): Promise<void>
  /** Removes a server with its tools. */
  removeServer(server: string): Promise<void>
  tools(): Promise<readonly CatalogTool[]>
  saveServer(record: ServerRecord): Promise<void>
  servers(): Promise<readonly ServerRecord[]>
  saveCapability(capability: Capability): Promise<void>
  removeCapability(id: string): Promise<void>
  capabilities(): Promise<readonly Capability[]>
  appendTraces(traces: readonly Trace[]): Promise<void>
  /** The newest traces, oldest of them first. */
  traces(limit: number): Promise<readonly Trace[]>
  /** Removes at most `limit` of the oldest traces beyond the newest `keep`; returns how many. */
  sweepTraces(keep: number, limit: number): Promise<number>
  /** Each number grows when its part changes, also by another process. */
  version(): Promise<CatalogVersion>
}

export interface CatalogVersion {
  /** Tools and servers. */
  readonly tools: number
  readonly capabilities: number
  /** How many were ever appended: those that were swept count on. */
  readonly traces: number
}

export type JsonObject = Readonly<Record<string, unknown>>

export interface CatalogTool {
  /** `tool:<server>:<name>`. */
  readonly id: string
  readonly server: string
  readonly name: string
  /** What people are shown in place of the name; empty where the server says none. */
  readonly title?: string
  /** Without control characters and hidden Unicode. */
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations: ToolAnnotations
  readonly tags: readonly string[]
  /** Usage examples or further documentation, searched and shown in details. */
  readonly examples: readonly string[]
  /** Digest of name and schemas; a change makes capabilities that use the tool stale. */
  readonly schemaHash: string
  /** Digest of everything a model reads about the tool; a change needs approval. */
  readonly textHash: string
  /** `pending` is seen but not callable; a pending change keeps the approved text in force. */
  readonly state: 'active' | 'pending'
  /** What the upstream now says, waiting for approval. */
  readonly proposed?: ProposedTool
  /** What was stripped or is suspicious, for the doctor. */
  readonly findings: readonly string[]
}

interface ProposedTool {
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: ToolAnnotations
  readonly schemaHash: string
  readonly textHash: string
}

export interface ToolAnnotations {
  readonly isReadOnly?: boolean
  readonly isDestructive?: boolean
  readonly isIdempotent?: boolean
}

export interface ServerRecord {
  readonly name: string
  readonly description: string
  /** `registered` servers were brought by `catalog.register` and cannot be called. */
  readonly kind: 'upstream' | 'registered'
  readonly isQuarantined: boolean
  /** The protocol era last negotiated, so that the next start does not probe. */
  readonly era?: string
  readonly lastSeenAt?: number
  /** Instructions that it offers beside its tools. */
  readonly skills?: readonly CatalogSkill[]
}

/** Instructions for a kind of work, found like a tool and read instead of called. */
export interface CatalogSkill {
  /** `skill:<server>:<path>`. */
  readonly id: string
  readonly server: string
  readonly name: string
  /** Without control characters and hidden Unicode. */
  readonly description: string
  /** Where its `SKILL.md` is read. */
  readonly uri: string
  /** SHA-256 of that file as its server listed it, in hex; what is read must have it. */
  readonly digest?: string
  /** Its other files, by address. */
  readonly files: readonly string[]
}

/** One task of a workflow; `arguments` may refer to outputs as `{"$ref": "task.path.0.name"}`. */
export interface Task {
  readonly id: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly dependsOn: readonly string[]
}

export interface Dag {
  readonly tasks: readonly Task[]
}

export interface Capability {
  /** `cap:<name>`. */
  readonly id: string
  readonly intent: string
  readonly source:
    | { readonly type: 'dag'; readonly dag: Dag }
    | {
        readonly type: 'code'
        readonly code: string
        /** What its calls amount to. */
        readonly dag?: Dag
        /** Of the script it was learned from. */
        readonly key?: string
      }
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly tags: readonly string[]
  readonly successRate: number
  readonly avgDurationMs?: number
  readonly usageCount: number
  readonly lastUsedAt?: number
  readonly isPinned: boolean
  /** Stays in the store so that it is not learned again, and is shown nowhere. */
  readonly isForgotten: boolean
  /** Learned entries are replaced when their evidence changes; named ones are not. */
  readonly isLearned: boolean
  /** The schema hash of each tool when the capability was made. */
  readonly toolHashes: Readonly<Record<string, string>>
  /** Past intents that this workflow served. */
  readonly examples: readonly string[]
  /** Whose script it was learned from, empty for those without a token: nobody else sees it until it is shared. */
  readonly owner?: string
  readonly isShared?: boolean
}

/** One execution: what was wanted, which tools ran in which order, and how it went. */
export interface Trace {
  readonly at: number
  readonly intent: string
  readonly tools: readonly string[]
  readonly links: readonly (readonly [from: string, to: string])[]
  readonly isSuccess: boolean
  readonly durationMs?: number
  /** `execute` for our own runs, `recorded` for those brought from elsewhere, `sequence` for single runs seen as one. */
  readonly origin: 'execute' | 'recorded' | 'sequence'
  /** Whose run it was, where a token said so: its words are shown to nobody else. */
  readonly by?: string
  /** The capability that ran, if one did. */
  readonly capability?: string
  /** The script that ran, without its values: runs with the same one did the same. */
  readonly script?: string
  /** The workflow with its arguments as references only, when it was ours. */
  readonly dag?: Dag
}
