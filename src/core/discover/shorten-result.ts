import type { Caller } from '../../ports/caller.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Ledger } from '../../ports/store/ledger.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import { type OversizedDeps, trimOversized } from './oversized.ts'

export interface ShortenDeps {
  readonly trimDeps: OversizedDeps
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly now: Clock
  readonly log: Log
}

/** Whose request it was, for the ledger. */
export interface ShortenCall {
  readonly source: string
  readonly caller: Caller | undefined
}

/** Shortens and accounts; an answer that cannot be kept is passed on whole, with a warning. */
export async function shortenResult(
  deps: ShortenDeps,
  result: unknown,
  what: string,
  call: ShortenCall,
): Promise<unknown> {
  try {
    const { value, ids, chars } = await trimOversized(deps.trimDeps, result)
    if (ids.length > 0) await account(deps, { result, value, ids, chars, what, call })
    return value
  } catch (error) {
    deps.log.warn('result-not-shortened', {
      what,
      cause: error instanceof Error ? error.message : String(error),
    })
    return result
  }
}

interface Shortened {
  readonly result: unknown
  readonly value: unknown
  readonly ids: readonly string[]
  readonly chars: { readonly before: number; readonly after: number }
  readonly what: string
  readonly call: ShortenCall
}

async function account(
  { tokenizer, ledger, now }: ShortenDeps,
  shortened: Shortened,
): Promise<void> {
  const { result, value, ids, chars, what, call } = shortened
  const [before = 0, after = 0] = await tokenizer.count([
    JSON.stringify(result),
    JSON.stringify(value),
  ])
  await ledger.append([
    {
      at: now(),
      kind: 'gateway',
      ...(ids[0] ? { ref: ids[0] } : {}),
      source: call.source,
      ...(call.caller ? { caller: call.caller.name } : {}),
      chars,
      tokens: { before, after },
      durationMs: 0,
      isFallback: false,
      warnings: [],
      details: { what, ids },
    },
  ])
}
