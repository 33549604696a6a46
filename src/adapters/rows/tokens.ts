import type { Scope } from '../../ports/caller.ts'
import type { StoredToken } from '../../ports/store/tokens.ts'
import type { Row } from './coding.ts'

/** The columns of `tokens`, in their order. */
export function tokenValues(token: StoredToken): readonly (string | number | null)[] {
  const { id, namespace, name, scope, hash, createdAt, expiresAt, requestsPerMinute } = token
  const limits = [expiresAt ?? null, requestsPerMinute ?? null]
  return [id, namespace, name, scope, hash, createdAt, ...limits]
}

export function toToken(row: Row): StoredToken {
  return {
    id: String(row.id),
    namespace: String(row.namespace),
    name: String(row.name),
    scope: row.scope as Scope,
    hash: String(row.hash),
    createdAt: Number(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: Number(row.expires_at) }),
    ...(row.requests_per_minute === null
      ? {}
      : { requestsPerMinute: Number(row.requests_per_minute) }),
  }
}
