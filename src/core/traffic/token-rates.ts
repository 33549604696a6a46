import type { LedgerEntry } from '../../ports/store/ledger.ts'

/** How many tokens a model bills for a character, learned from what its provider counted. */
export interface TokenRates {
  /** A conversation grew by so many characters, and its prompt by so many tokens. */
  learn(model: string, chars: number, tokens: number): void
  /** Tokens per character; `undefined` until enough was seen. */
  of(model: string): number | undefined
}

interface Seen {
  chars: number
  tokens: number
}

/** What a request adds must be long enough for the counts around it not to matter. */
const leastChars = 200
/** About a dozen results of tools. */
const enoughChars = 2000
/** Older counts fade: providers change their tokenizers. */
const mostChars = 4_000_000
/** No tokenizer is outside of these: a changed list of tools is no text that grew. */
const plausible = { least: 0.05, most: 1.5 }
const mostModels = 200

/** For money and display only; no sieve decides by it. */
export function tokenRates(): TokenRates {
  const seen = new Map<string, Seen>()
  return {
    learn(model, chars, tokens) {
      const rate = tokens / chars
      if (chars < leastChars || !(rate >= plausible.least && rate <= plausible.most)) return
      const before = seen.get(model) ?? { chars: 0, tokens: 0 }
      const fade = before.chars > mostChars ? 0.5 : 1
      if (!seen.has(model) && seen.size >= mostModels) seen.clear()
      seen.set(model, { chars: before.chars * fade + chars, tokens: before.tokens * fade + tokens })
    },
    of(model) {
      const known = seen.get(model)
      return known && known.chars >= enoughChars ? known.tokens / known.chars : undefined
    },
  }
}

/** What rows of the ledger tell, the newest first, as they are listed. */
export function learnFromRows(rates: TokenRates, newestFirst: readonly LedgerEntry[]): void {
  const last = new Map<string, { model: string; chars: number; tokens: number }>()
  for (const { details = {} } of newestFirst.toReversed()) {
    const { conversation, model, sent_chars: chars, is_rewritten: isRewritten, usage } = details
    const tokens = inputOf(usage)
    if (typeof conversation !== 'string' || typeof model !== 'string') continue
    if (typeof chars !== 'number' || tokens === undefined) continue
    const before = last.get(conversation)
    if (before?.model === model && isRewritten !== true)
      rates.learn(model, chars - before.chars, tokens - before.tokens)
    last.set(conversation, { model, chars, tokens })
  }
}

function inputOf(usage: unknown): number | undefined {
  if (typeof usage !== 'object' || usage === null || !('input_tokens' in usage)) return undefined
  return typeof usage.input_tokens === 'number' ? usage.input_tokens : undefined
}
