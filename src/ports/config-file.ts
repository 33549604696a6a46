/** The configuration file of this daemon, as far as it may be changed from outside. */
export interface ConfigFile {
  readonly path: string
  /** Whether a setting may be changed while the daemon runs. */
  mayChange(key: string): boolean
  /** Changes it in the file and puts it in force; `undefined` goes back to the default. Throws when the value is refused. */
  change(key: string, value: string | number | boolean | readonly string[] | undefined): void
}
