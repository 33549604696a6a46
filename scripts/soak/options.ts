export interface SoakOptions {
  readonly minutes: number
  /** The same seed makes the same requests in the same order. */
  readonly seed: number
  /** Requests a second. */
  readonly rate: number
  readonly cases: number
  readonly loops: number
  /** Folder for reports. */
  readonly out: string
  /** The `main` of a build to run instead of the source. */
  readonly program?: string
}

/** Runs to its end, prints its tables, and answers whether everything held. */
export type Soak = (options: SoakOptions) => Promise<boolean>
