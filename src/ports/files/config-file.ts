/** The configuration file of this daemon, as far as it may be changed from outside. */
export interface ConfigFile {
  readonly path: string
  /** When a change of a setting from outside would take effect. */
  effectOf(key: string): 'now' | 'next start' | 'never'
  /** Changes it in the file and puts in force what can be while the daemon runs; `undefined` goes back to the default. Throws when the value is refused. */
  change(key: string, value: string | number | boolean | readonly string[] | undefined): void
  /** Adds an upstream that has an address, in quarantine, and puts it in force. */
  addServer(name: string, url: string): void
  /** Takes an upstream out of the file and out of force. */
  removeServer(name: string): void
  /** The upstreams that other programs of this user are set up with. */
  importable(): readonly ImportableServer[]
  /** Adds those of them, in quarantine. */
  importServers(names: readonly string[]): void
}

/** An upstream that another program has; its secrets are names of variables. */
export interface ImportableServer {
  readonly name: string
  readonly client: string
  readonly file: string
  /** Variables that must be set where the daemon runs. */
  readonly variables: readonly string[]
  readonly isAdded: boolean
}
