import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { type Caller, type Scope, scopes } from '../../ports/caller.ts'
import type { RandomText } from '../../ports/random-text.ts'

const idBytes = 6
const secretBytes = 32

/** `tms_`, eight characters that name the token, and 256 random bits. */
export const tokenPattern = /tms_[\w-]{8}_[\w-]{43}/

/** A new token's text, and the id inside it. */
export function newTokenText(random: RandomText): { readonly id: string; readonly text: string } {
  const id = random(idBytes)
  return { id, text: `tms_${id}_${random(secretBytes)}` }
}

/** The id inside a token's text; `undefined` when it is none of ours. */
export function tokenIdIn(text: string): string | undefined {
  const found = tokenPattern.exec(text)
  return found?.[0] === text ? text.slice(4, 12) : undefined
}

/** Whether two digests are the same, in a time that does not tell where they differ. */
export function isSameDigest(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return difference === 0
}

/** Refuses a caller whose token does not reach that far; without a token nothing is asked here, but at the door. */
export function requireScope(caller: Caller | undefined, needed: Scope, what: string): void {
  if (caller === undefined || scopes.indexOf(caller.scope) >= scopes.indexOf(needed)) return
  throw new EngineError(
    'scope_insufficient',
    phrase`${what} needs a token with the scope ${needed}`,
    {
      hint: phrase`The token ${caller.name} has the scope ${caller.scope}; an admin can make another.`,
      details: { needed, scope: caller.scope },
    },
  )
}
