import type { Digest } from '../../ports/digest.ts'
import type { Ledger, LedgerEntry } from '../../ports/store/ledger.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import { enterResult, type ShortResult, type ToolResult } from './entry/enter-result.ts'
import { type EntryStores, entryDeps } from './entry/entry-deps.ts'
import type { MaskSettings } from './mask-settings.ts'

interface EnterDeps extends EntryStores {
  readonly digest: Digest
  readonly ledger: Pick<Ledger, 'append'>
  readonly tokenizer: Tokenizer
}

/** Shortens what a tool printed before it enters an agent's own history, and says so in the ledger. */
export async function enterOutside(
  deps: EnterDeps,
  { pruneMinChars, locale, hookTtlMs = Number.POSITIVE_INFINITY, policy }: MaskSettings,
  source: string,
  result: ToolResult,
): Promise<ShortResult | undefined> {
  if (policy.enabled === false) return undefined
  const entry = {
    digest: deps.digest,
    ...entryDeps(deps, { source, pruneMinChars, livesMs: hookTtlMs }),
  }
  const startedAt = deps.now()
  const short = await enterResult(entry, { pruneMinChars: pruneMinChars ?? 0, locale }, result)
  // Pruning writes its own row.
  if (short && short.how !== 'prune')
    await deps.ledger.append([await foldEntry(deps, source, startedAt, result, short)])
  return short
}

/** A row for what was folded outside any request. */
async function foldEntry(
  { tokenizer, now }: EnterDeps,
  source: string,
  at: number,
  { text }: ToolResult,
  short: ShortResult,
): Promise<LedgerEntry> {
  const [before = 0, after = 0] = await tokenizer.count([text, short.text])
  return {
    at,
    kind: short.how,
    ref: short.id,
    source,
    chars: { before: text.length, after: short.text.length },
    tokens: { before, after },
    durationMs: now() - at,
    isFallback: false,
    warnings: [],
  }
}
