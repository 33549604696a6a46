import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { type Caller, defaultNamespace, type Scope } from '../../ports/caller.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { RandomText } from '../../ports/random-text.ts'
import { requestPatienceMs } from '../../ports/store/request-patience.ts'
import type { StoredToken, Tokens } from '../../ports/store/tokens.ts'
import { isSameDigest, newTokenText, tokenIdIn } from './token-text.ts'

interface AccessTokensDeps {
  readonly tokens: Tokens
  readonly digest: Digest
  readonly randomText: RandomText
  readonly now: Clock
  /** Resolves after so many milliseconds; without it the store is waited for. */
  readonly pause?: (ms: number) => Promise<void>
  /** What the store last said of a token is believed for so long while it does not answer. */
  readonly believedMs: number
  /** Whose tokens they are: those of the default namespace also serve the others. */
  readonly namespace: string
}

interface TokenWish {
  readonly name: string
  readonly scope: Scope
  readonly namespace?: string | undefined
  /** It ends by itself after so long. */
  readonly lifetimeMs?: number | undefined
  readonly requestsPerMinute?: number | undefined
}

/** What may be said of a token. */
export type TokenFacts = Omit<StoredToken, 'hash'>

/** A token that was checked. */
export interface KnownToken {
  readonly id: string
  readonly caller: Caller
  readonly requestsPerMinute?: number
}

/** Makes, names, ends and checks tokens. */
export interface AccessTokens {
  /** `text` is the token itself: said here, and never again. */
  create(wish: TokenWish): Promise<{ readonly text: string; readonly facts: TokenFacts }>
  list(): Promise<readonly TokenFacts[]>
  revoke(name: string, namespace?: string): Promise<TokenFacts>
  /** `undefined` for a text that is no token, or one that is unknown, revoked or expired. */
  check(text: string): Promise<KnownToken | undefined>
  /** Which of these are no tokens any more. */
  ended(ids: readonly string[]): Promise<readonly string[]>
  /** Somebody else revoked one: each is looked up again. */
  forget(): void
}

/** A token that was just looked up is not looked up again: each request would cost a question to the store. */
const rememberedMs = 800
/** A token that was revoked, wherever that was, opens nothing after so long, and what it had open is closed. */
export const tokenEndsWithinMs = 1000
const mostRemembered = 10_000

export function createAccessTokens(deps: AccessTokensDeps): AccessTokens {
  const { tokens, digest, now, believedMs, namespace: own } = deps
  const looked = new Map<string, { readonly token: StoredToken; readonly at: number }>()

  /** Asks the store; while it is away, or takes its time, what it last said of the token stands. */
  async function find(id: string): Promise<StoredToken | undefined> {
    const known = looked.get(id)
    if (known && now() - known.at < rememberedMs) return known.token
    const asked = look(id)
    if (!known || now() - known.at >= believedMs) return asked
    const answered = asked.then(
      (token) => ({ token }),
      (error: unknown) => {
        if (error instanceof EngineError && error.code === 'store_unavailable') return known
        throw error
      },
    )
    const { token } = await (deps.pause
      ? Promise.race([answered, deps.pause(requestPatienceMs).then(() => known)])
      : answered)
    return token
  }

  async function look(id: string): Promise<StoredToken | undefined> {
    const token = await tokens.find(id)
    if (looked.size >= mostRemembered) looked.clear()
    if (token) looked.set(id, { token, at: now() })
    else looked.delete(id)
    return token
  }

  const hasExpired = ({ expiresAt }: StoredToken): boolean =>
    expiresAt !== undefined && expiresAt <= now()

  return {
    async create({ name, scope, namespace = own, lifetimeMs, requestsPerMinute }) {
      requireReach(own, namespace)
      const { id, text } = newTokenText(deps.randomText)
      const facts: TokenFacts = {
        id,
        name,
        namespace,
        scope,
        createdAt: now(),
        ...(lifetimeMs === undefined ? {} : { expiresAt: now() + lifetimeMs }),
        ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      }
      if (!(await tokens.add({ ...facts, hash: digest(text) }))) throw nameTaken(name, namespace)
      return { text, facts }
    },
    async list() {
      const all = await tokens.list()
      const seen = all.filter(({ namespace }) => reaches(own, namespace))
      return seen.map(({ hash: _, ...facts }) => facts)
    },
    async revoke(name, namespace = own) {
      requireReach(own, namespace)
      const token = (await tokens.list()).find(
        (one) => one.name === name && one.namespace === namespace,
      )
      if (!token || !(await tokens.remove(namespace, name))) throw notFound(name, namespace)
      looked.delete(token.id)
      const { hash: _, ...facts } = token
      return facts
    },
    async ended(ids) {
      const known = new Map((await tokens.list()).map((token) => [token.id, token]))
      return ids.filter((id) => {
        const token = known.get(id)
        return !token || hasExpired(token)
      })
    },
    forget: () => looked.clear(),
    async check(text) {
      const id = tokenIdIn(text)
      const token = id === undefined ? undefined : await find(id)
      if (!token || !isSameDigest(token.hash, digest(text))) return undefined
      if (hasExpired(token)) return undefined
      const { name, scope, namespace, requestsPerMinute } = token
      return {
        id: token.id,
        caller: { tokenId: token.id, name, scope, namespace },
        ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      }
    },
  }
}

function reaches(own: string, namespace: string): boolean {
  return own === defaultNamespace || own === namespace
}

function requireReach(own: string, namespace: string): void {
  if (reaches(own, namespace)) return
  throw new EngineError(
    'scope_insufficient',
    phrase`Tokens of ${namespace} are not made from ${own}`,
    {
      hint: phrase`Only an admin of the namespace ${defaultNamespace} makes tokens for others.`,
    },
  )
}

function nameTaken(name: string, namespace: string): EngineError {
  return new EngineError('token_name_taken', phrase`${namespace} has a token called ${name}`, {
    hint: `Revoke it first, or choose another name.`,
    details: { name, namespace },
  })
}

function notFound(name: string, namespace: string): EngineError {
  return new EngineError('token_not_found', phrase`${namespace} has no token called ${name}`, {
    hint: '`tamis token list` names them.',
    details: { name, namespace },
  })
}
