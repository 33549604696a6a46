/** What a token allows; each includes the ones before it. */
export const scopes = ['read', 'write', 'admin'] as const

export type Scope = (typeof scopes)[number]

/** The store that is there without asking for one. */
export const defaultNamespace = 'default'

/** Who is behind a request, where a token said so. */
export interface Caller {
  /** The token's id: one that is made anew under the same name has another. Absent for the token of the environment. */
  readonly tokenId?: string
  /** The token's name, never its value. */
  readonly name: string
  readonly scope: Scope
  /** Whose data the token opens. */
  readonly namespace: string
}
