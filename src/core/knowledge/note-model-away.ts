import type { EngineError } from '../../errors.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Ledger } from '../../ports/store/ledger.ts'

/** Where a question came from, and how it is called off. */
export interface KnowledgeCall {
  readonly source: string
  readonly caller?: Caller | undefined
  readonly signal?: AbortSignal
}

export interface AwayDeps {
  readonly ledger: Ledger
  readonly now: Clock
  readonly log: Log
}

/** What was answered, and the codes of what had to be done without. */
export type Warned<Found> = Found & { readonly warnings: readonly string[] }

/** Answers also while the model of the vectors is away: the answer says so, and one row of the ledger counts it. */
export async function noteModelAway<Found extends object>(
  { ledger, now, log }: AwayDeps,
  kind: 'search' | 'ask',
  { source, caller }: KnowledgeCall,
  answer: (onModelAway: (error: EngineError) => void) => Promise<Found>,
): Promise<Warned<Found>> {
  const startedAt = now()
  const codes = new Set<string>()
  const found = await answer(({ code }) => codes.add(code))
  const warnings = [...codes]
  if (warnings.length === 0) return { ...found, warnings }
  const row = {
    at: startedAt,
    kind,
    source,
    ...(caller ? { caller: caller.name } : {}),
    durationMs: now() - startedAt,
    isFallback: true,
    warnings,
  }
  try {
    await ledger.append([row])
  } catch (error) {
    log.warn('ledger-not-written', { kind, cause: String(error) })
  }
  return { ...found, warnings }
}
