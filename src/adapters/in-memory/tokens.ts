import type { StoredToken, Tokens } from '../../ports/store/tokens.ts'

/** Keeps tokens for the life of the process. */
export function inMemoryTokens(): Tokens {
  const kept = new Map<string, StoredToken>()
  const named = (namespace: string, name: string): StoredToken | undefined =>
    [...kept.values()].find((token) => token.namespace === namespace && token.name === name)
  return {
    async add(token) {
      if (named(token.namespace, token.name)) return false
      kept.set(token.id, token)
      return true
    },
    find: async (id) => kept.get(id),
    list: async () => [...kept.values()].sort(byNamespaceAndName),
    async remove(namespace, name) {
      return kept.delete(named(namespace, name)?.id ?? '')
    },
  }
}

function byNamespaceAndName(a: StoredToken, b: StoredToken): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1
  return a.name < b.name ? -1 : 1
}
