/** Held until released, or until the process dies: the operating system frees it then. */
export interface Lock {
  release(): void
}
