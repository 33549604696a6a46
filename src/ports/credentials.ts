/** Secrets that people gave for upstream servers, kept encrypted; none is ever logged or shown. */
export interface Credentials {
  read(name: readonly string[]): Promise<string | undefined>
  write(name: readonly string[], secret: string): Promise<void>
  /** Whether there was one. */
  remove(name: readonly string[]): Promise<boolean>
  /** Names of all that are kept. */
  names(): Promise<readonly (readonly string[])[]>
}
