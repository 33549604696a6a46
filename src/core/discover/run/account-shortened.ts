import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Log } from '../../../ports/log.ts'
import type { Ledger } from '../../../ports/store/ledger.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'

export interface AccountDeps {
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly now: Clock
  readonly log: Log
}

/** An answer that was too long, and what was left of it. */
interface Shortened {
  readonly whole: unknown
  readonly value: unknown
  readonly ids: readonly string[]
  readonly chars: { readonly before: number; readonly after: number }
}

interface ShortenedCall {
  readonly kind: 'execute' | 'gateway'
  /** The tools or the method that answered. */
  readonly what: string
  readonly source: string
  readonly caller: Caller | undefined
}

/** One row for an answer that was shortened; one that cannot be written is said, and costs no answer. */
export async function accountShortened(
  { ledger, tokenizer, now, log }: AccountDeps,
  { whole, value, ids, chars }: Shortened,
  { kind, what, source, caller }: ShortenedCall,
): Promise<void> {
  if (ids.length === 0) return
  try {
    const [before = 0, after = 0] = await tokenizer.count([
      JSON.stringify(whole),
      JSON.stringify(value),
    ])
    await ledger.append([
      {
        at: now(),
        kind,
        ...(ids[0] ? { ref: ids[0] } : {}),
        source,
        ...(caller ? { caller: caller.name } : {}),
        chars,
        tokens: { before, after },
        durationMs: 0,
        isFallback: false,
        warnings: [],
        details: { what, ids },
      },
    ])
  } catch (error) {
    log.warn('ledger-not-written', { kind, cause: String(error) })
  }
}
