/** Where whole requests outlive a restart, for those who ask for it. */
export interface RequestArchive {
  /** Kept as soon as possible; the oldest leave when there are too many. Never throws. */
  keep(id: string, text: string): void
  /** All that are kept, the oldest first, one by one. */
  read(): AsyncIterable<string>
  /** Resolves when all that was given is written. */
  settled(): Promise<void>
}
