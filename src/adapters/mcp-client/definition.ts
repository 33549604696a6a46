/** How to reach one upstream server; every secret is already taken from the environment. */
export type ServerDefinition = StdioDefinition | HttpDefinition

interface Common {
  readonly name: string
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
  readonly idleMs: number
  /** Values of the caller that `env` or `headers` name, as `${caller.NAME}`. */
  readonly callerNames: readonly string[]
  /** Told what its process writes on stderr. */
  readonly onStderr?: ((text: string) => void) | undefined
  /** Why it cannot be used at all, for instance a variable that is not set. */
  readonly problem?: string | undefined
}

export interface StdioDefinition extends Common {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string | undefined
}

export interface HttpDefinition extends Common {
  /** `sse` is the one of 2024-11-05, where answers come on a stream of their own. */
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly oauth?: OAuthDefinition | undefined
}

/** What the configuration says of logins at a server; nothing has to be said where it registers clients by itself. */
export interface OAuthDefinition {
  readonly grant: 'authorization_code' | 'client_credentials'
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /** The address of a document that says who we are. */
  readonly clientMetadataUrl?: string | undefined
  readonly scope?: string | undefined
}
