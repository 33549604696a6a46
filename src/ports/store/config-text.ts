/** The one text of configuration that all daemons on a store read. */
export interface ConfigText {
  /** Empty when there is none. */
  read(): Promise<string>
  /** Replaces it, and tells every daemon. */
  write(text: string): Promise<void>
}
