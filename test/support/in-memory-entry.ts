import { inMemorySentResults } from '../../src/adapters/in-memory/sent-results.ts'
import { createEntrySieve } from '../../src/core/mask/entry/entry.ts'
import { sentMemory } from '../../src/core/mask/entry/sent-memory.ts'
import type { SieveDeps } from '../../src/core/mask/sieve-request.ts'

/** The sieve on entry over a store in memory, with nothing to leave out unless `echo` is on. */
export function inMemoryEntry(echo = false): Pick<SieveDeps, 'entry' | 'entrySettings'> {
  const memory = sentMemory(
    inMemorySentResults(),
    () => 0,
    ({ message }) => expectNever(message),
  )
  return {
    entry: createEntrySieve({
      memory,
      keepOriginals: async () => undefined,
      onNotKept: ({ message }) => expectNever(message),
      wayBack: (id) => `tamis recover ${id}`,
    }),
    entrySettings: { echo, pruneMinChars: 0, locale: 'en' },
  }
}

function expectNever(message: string): never {
  throw new Error(message)
}
