import type { Caller } from '../../../ports/caller.ts'
import { type AccountDeps, accountShortened } from './account-shortened.ts'
import { type OversizedDeps, trimOversized } from './oversized.ts'

export interface ShortenDeps extends AccountDeps {
  readonly trimDeps: OversizedDeps
}

/** Whose request it was, for the ledger. */
export interface ShortenCall {
  readonly source: string
  readonly caller: Caller | undefined
  /** Where these results have a length of their own. */
  readonly maxStringChars?: number | undefined
}

/** Shortens and accounts; an answer that cannot be kept is passed on whole, with a warning. */
export async function shortenResult(
  deps: ShortenDeps,
  result: unknown,
  what: string,
  call: ShortenCall,
): Promise<unknown> {
  try {
    const { source, caller, maxStringChars = deps.trimDeps.maxStringChars } = call
    const shortened = await trimOversized({ ...deps.trimDeps, maxStringChars }, result)
    const facts = { source, caller, kind: 'gateway', what } as const
    await accountShortened(deps, { whole: result, ...shortened }, facts)
    return shortened.value
  } catch (error) {
    deps.log.warn('result-not-shortened', {
      what,
      cause: error instanceof Error ? error.message : String(error),
    })
    return result
  }
}
