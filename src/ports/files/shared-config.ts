/** Configuration that daemons on one store have in common, beneath what each has of its own. */
export interface SharedConfig {
  /** As TOML; empty when nothing is shared. */
  read(): Promise<string>
  /** Checks it, keeps it in place of what was shared before, and puts it in force here; other daemons follow. */
  write(toml: string): Promise<void>
  /** Puts in force what is shared now. */
  refresh(): Promise<void>
}
