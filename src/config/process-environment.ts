export type Environment = Readonly<Record<string, string | undefined>>

/** The process's environment; nothing else reads it. */
export function processEnvironment(): Environment {
  return process.env
}
