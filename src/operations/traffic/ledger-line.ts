import { toIsoTime } from '../../core/text/iso-time.ts'
import type { Say } from '../../core/text/say.ts'
import type { LedgerRow } from '../../engine.ts'
import { counted, phrase } from '../../phrase.ts'

/** One row of the ledger, for a person. */
export function ledgerLine(row: LedgerRow, say: Say): string {
  const { before = 0, after = 0 } = row.tokens ?? {}
  const tokens = row.tokens
    ? say(counted(after, '{2} → {1} token', '{2} → {1} tokens', grouped(before)))
    : ''
  const { model, saved_usd: savedUsd } = row.details ?? {}
  const isOutdated = row.details?.saved_usd !== undefined && row.details.raw_usd === undefined
  const facts = [
    row.caller,
    typeof model === 'string' && model,
    tokens,
    typeof savedUsd === 'number' && !isOutdated && say(phrase`saved ${money(savedUsd)}`),
    row.ref,
    row.goal && JSON.stringify(row.goal),
    ...row.warnings,
    isOutdated && say('priced by an older rule'),
    ...reckoning(row, say),
  ]
  const at = toIsoTime(row.at).slice(0, 19)
  return [`${at}  ${row.kind.padEnd(8)} ${row.source.padEnd(6)}`, ...facts.filter(Boolean)].join(
    '  ',
  )
}

/** How a saving was reckoned, where that is not as usual. */
function reckoning({ tokens, details = {} }: LedgerRow, say: Say): readonly (string | false)[] {
  const hasSaved = tokens !== undefined && tokens.before > tokens.after
  return [
    details.price === 'estimate' && say('price estimated'),
    hasSaved &&
      details.tokens_counted_by === 'learned' &&
      say('left out counted at the model’s own rate'),
    details.is_beyond_window === true && say('without Tamis beyond the model’s window'),
  ]
}

/** `12,345`. */
export function grouped(value: number): string {
  return value.toLocaleString('en')
}

/** Cents, and hundredths of them where there are few. */
export function money(usd: number): string {
  const decimals = Math.abs(usd) >= 0.1 ? 2 : 4
  return `${usd < 0 ? '-' : ''}$${Math.abs(usd).toFixed(decimals)}`
}
