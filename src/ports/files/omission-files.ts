/** Copies of what was left out, as files that an agent reads with its own tools. */
export interface OmissionFiles {
  /** Where the file of an id is. */
  pathOf(id: string): string
  /** There and readable before it resolves; one that is there already stays as it is. */
  write(texts: readonly { readonly id: string; readonly text: string }[]): Promise<void>
  /**
   * Removes the oldest files while there are more bytes than the cap, and those written before
   * `before` whose id `isKept` denies. Says how many.
   */
  sweep(before: number, isKept: (id: string) => Promise<boolean>): Promise<number>
  /** Removes all of them. */
  clear(): Promise<void>
}
