import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'

/** Sends the visitor of a request along with it; the token itself stays at the gate. */
export function authOf(visitor: Visitor): { authInfo: AuthInfo } {
  return {
    authInfo: {
      token: '',
      clientId: visitor.caller?.name ?? '',
      scopes: [],
      extra: { visitor },
    },
  }
}

/** The visitor that `authOf` sent along; nobody else can have put one there. */
export function visitorIn(extra: Readonly<Record<string, unknown>> | undefined): Visitor {
  const visitor = extra?.visitor as Visitor | undefined
  if (visitor) return visitor
  throw new EngineError('token_invalid', 'Nobody was let in with this request.')
}

export function visitorOf({ http }: ServerContext): Visitor {
  return visitorIn(http?.authInfo?.extra)
}

/** Whose token came with a request; empty where none is asked for. */
export function ownerOf({ caller }: Pick<Visitor, 'caller'>): string {
  return caller ? (caller.tokenId ?? ownerOfEnvironment) : ''
}

/** No id of a token looks like this. */
const ownerOfEnvironment = 'environment token'
