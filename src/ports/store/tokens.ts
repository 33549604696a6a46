import type { Caller } from '../caller.ts'

/** The tokens that open a shared daemon. A token's own text is never kept, only its digest. */
export interface Tokens {
  /** False, and nothing written, when the namespace has a token of this name already. */
  add(token: StoredToken): Promise<boolean>
  find(id: string): Promise<StoredToken | undefined>
  /** By namespace, then by name. */
  list(): Promise<readonly StoredToken[]>
  /** Answers whether it was there. */
  remove(namespace: string, name: string): Promise<boolean>
}

export interface StoredToken extends Caller {
  /** The part of the token that may be seen. */
  readonly id: string
  /** SHA-256 of the whole token, as hex. */
  readonly hash: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly expiresAt?: number
  readonly requestsPerMinute?: number
}
