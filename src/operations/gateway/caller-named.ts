import { type Caller, defaultNamespace, type Engine, requireScope } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

/** The token of a name, as policy and upstreams see it; `NAMESPACE/NAME` for one of another namespace. */
export async function callerNamed(engine: Engine, written: string): Promise<Caller> {
  const [name = '', space] = written.split('/').toReversed()
  const namespace = space ?? defaultNamespace
  const known = (await engine.tokens.list()).find(
    (one) => one.name === name && one.namespace === namespace,
  )
  if (!known)
    throw new EngineError('token_not_found', phrase`${namespace} has no token called ${name}`, {
      hint: '`tamis token list` names them.',
      details: { name, namespace },
    })
  return { tokenId: known.id, name, scope: known.scope, namespace }
}

/** Whom a call is for: who makes it, or the token that an admin names. */
export async function callerMeant(
  engine: Engine,
  caller: Caller | undefined,
  token: string | undefined,
): Promise<Caller | undefined> {
  if (token === undefined) return caller
  requireScope(caller, 'admin', 'token')
  return callerNamed(engine, token)
}
