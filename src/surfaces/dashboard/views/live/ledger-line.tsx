import type { LedgerRow } from '../../api/operations.ts'
import { heard, say } from '../../locale/say.ts'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { compact, duration, moment, money, percent } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'
import { type RowFacts, rowFacts } from './row-facts.ts'

interface LedgerLineProps {
  readonly row: LedgerRow
  readonly isRemembered: (row: LedgerRow, requestId: string) => boolean
}

/** One row of the ledger; one that was a request opens it, or says that it is forgotten. */
export function LedgerLine({ row, isRemembered }: LedgerLineProps) {
  const facts = rowFacts(row)
  const { requestId } = facts
  const isOpen = requestId !== undefined && isRemembered(row, requestId)
  const cells = (
    <>
      <time dateTime={new Date(row.at).toISOString()} class="soft">
        {moment(row.at)}
      </time>
      <span class="kind" data-kind={row.kind}>
        <span class="one-line">
          <ForeignText text={heard(row.kind)} most={24} />
        </span>
      </span>
      <What row={row} facts={facts} />
      <Saved row={row} facts={facts} />
      <Cached row={row} facts={facts} />
      <span class="number soft wide-only">
        {row.kind === 'proxy' || facts.addedMs >= 1 ? duration(facts.addedMs) : ''}
      </span>
    </>
  )
  if (!isOpen)
    return (
      <div
        class="ledger-row ledger-grid"
        title={requestId && say('This request is no longer kept; only its numbers are')}
      >
        {cells}
      </div>
    )
  return (
    <a class="ledger-row ledger-grid" href={linkTo('requests', requestId)}>
      {cells}
    </a>
  )
}

interface CellProps {
  readonly row: LedgerRow
  readonly facts: RowFacts
}

/** What it was about, and what went wrong with it. */
function What({ row, facts }: CellProps) {
  const status = outcomeOf(row)
  return (
    <span class="what">
      <span class="one-line">
        <ForeignText text={facts.title} most={200} />
        {facts.agent && (
          <span class="soft">
            {' · '}
            <ForeignText text={facts.agent} most={40} />
          </span>
        )}
      </span>
      {status !== undefined && <span class="tag tag-bad">{status}</span>}
      {row.warnings.slice(0, 2).map((warning) => (
        <span class="tag tag-warn" key={warning}>
          <ForeignText text={heard(warning)} most={28} />
        </span>
      ))}
    </span>
  )
}

/** Tokens and money, before and after. */
function Saved({ row: { tokens }, facts: { savedTokens, savedUsd, spentUsd } }: CellProps) {
  return (
    <>
      {tokens ? <BeforeAfter {...tokens} /> : <span />}
      <span class="number" title={say('Tokens saved')}>
        {savedTokens ? compact(savedTokens) : ''}
      </span>
      <span class="number soft">
        {tokens && savedTokens ? percent(savedTokens, tokens.before) : ''}
      </span>
      <span class="number">{spentUsd ? money(spentUsd) : ''}</span>
      <span class={`number ${(savedUsd ?? 0) < 0 ? 'loss' : 'gain'}`}>
        {savedUsd ? money(savedUsd) : ''}
      </span>
    </>
  )
}

function Cached({ row: { tokens }, facts: { cacheRead, cacheWrite } }: CellProps) {
  const title = say(
    '{} tokens read from the cache, {} written',
    compact(cacheRead ?? 0),
    compact(cacheWrite ?? 0),
  )
  return (
    <span class="number soft wide-only" title={title}>
      {cacheRead !== undefined && percent(cacheRead, tokens?.after ?? 0)}
    </span>
  )
}

/** What became of a request that was not simply answered. */
function outcomeOf({ kind, details = {} }: LedgerRow): string | undefined {
  if (kind !== 'proxy') return undefined
  if (details.outcome === 'left') return say('aborted')
  if (details.outcome === 'cut') return say('cut off')
  const status = Number(details.status)
  if (status === 0) return say('not answered')
  return status >= 400 ? String(status) : undefined
}

/** The names of the columns. */
export function LedgerHead() {
  return (
    <div class="ledger-head ledger-grid" aria-hidden="true">
      <span>{say('Time')}</span>
      <span>{say('Sieve')}</span>
      <span>{say('Goal or model')}</span>
      <span>{say('Tokens before → after')}</span>
      <span class="number ledger-two">{say('Tokens saved')}</span>
      <span class="number">{say('Spent')}</span>
      <span class="number">{say('Money saved')}</span>
      <span class="number wide-only">{say('Cached')}</span>
      <span class="number wide-only">{say('Added')}</span>
    </div>
  )
}
