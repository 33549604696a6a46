import { language } from '../locale/language.ts'
import { say } from '../locale/say.ts'
import { currentToken } from './access-token.ts'
import type { InputOf, Name, OutputOf } from './operations.ts'

/** A call that did not succeed, in words a person can act on. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Nobody answered, or not in a form that can be read. */
export const unreachable: Failure = {
  code: 'unreachable',
  message: say('The daemon does not answer.'),
  hint: say('Is it still running? Start it with `tamis up`.'),
}

/** Calls an operation by its public route; never throws. */
export async function call<N extends Name>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<Outcome<OutputOf<N>>> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...callHeaders() },
      body: JSON.stringify(input),
      ...(signal ? { signal } : {}),
    })
    const body: unknown = await response.json()
    if (response.ok) return { kind: 'done', value: body as OutputOf<N> }
    return { kind: 'failed', failure: toFailure(body) }
  } catch (error) {
    if (signal?.aborted) return { kind: 'failed', failure: { code: 'aborted', message: '' } }
    if (error instanceof TypeError || error instanceof SyntaxError)
      return { kind: 'failed', failure: unreachable }
    throw error
  }
}

/** The language of the page, so that refusals are told in it, and the token, when there is one. */
export function callHeaders(): Record<string, string> {
  const token = currentToken()
  const asked = { 'accept-language': language().tag }
  return token === '' ? asked : { ...asked, 'x-tamis-token': token }
}

/** The refusal in a body of the API. */
export function toFailure(body: unknown): Failure {
  const { error } = (body ?? {}) as { error?: Partial<Failure> }
  return {
    code: error?.code ?? 'unknown',
    message: error?.message ?? say('The daemon answered with an error this page cannot read.'),
    ...(error?.hint ? { hint: error.hint } : {}),
  }
}
