import type { Credentials } from '../../src/ports/credentials.ts'

/** Secrets that live as long as the test. */
export function inMemoryCredentials(): Credentials {
  const kept = new Map<string, string>()
  const key = (name: readonly string[]): string => JSON.stringify(name)
  return {
    read: async (name) => kept.get(key(name)),
    write: async (name, secret) => void kept.set(key(name), secret),
    remove: async (name) => kept.delete(key(name)),
    names: async () => [...kept.keys()].map((name) => JSON.parse(name)),
  }
}
