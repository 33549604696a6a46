import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { type Caller, type Scope, scopes } from '../../ports/caller.ts'

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
