import type { OutputOf } from '../../api/operations.ts'
import { heard, say } from '../../locale/say.ts'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { compact, duration, moment, money, percent } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'

export type Turn = OutputOf<'conversations.show'>['turns'][number]

interface TurnLineProps {
  readonly turn: Turn
  readonly number: number
  readonly conversation: string
}

/** One request of a conversation; it opens while the daemon remembers it, and says so when it does not. */
export function TurnLine({ turn, number, conversation }: TurnLineProps) {
  const cells = <Cells turn={turn} number={number} />
  if (!turn.is_remembered || turn.request_id === null)
    return (
      <div
        class="turn-line"
        title={say('Only its numbers are left: only the latest requests are kept whole')}
      >
        {cells}
        <span class="soft turn-note">{say('forgotten')}</span>
      </div>
    )
  return (
    <a class="turn-line" href={linkTo('conversations', conversation, turn.request_id)}>
      {cells}
      <span class="turn-note" aria-hidden="true">
        ›
      </span>
    </a>
  )
}

/** The names of the columns. */
export function TurnHead() {
  return (
    <li class="turn-line turn-head" aria-hidden="true">
      <span class="number">{say('No.')}</span>
      <span>{say('Time')}</span>
      <span>{say('Tokens before → after')}</span>
      <span />
      <span class="number">{say('Cache')}</span>
      <span class="number">{say('Output')}</span>
      <span class="number">{say('Cost')}</span>
      <span class="number">{say('Saved')}</span>
      <span class="number">{say('Took')}</span>
      <span />
    </li>
  )
}

function Cells({ turn, number }: { turn: Turn; number: number }) {
  const { tokens, cost_usd: cost, saved_usd: saved } = turn
  return (
    <>
      <span class="number soft">{number}</span>
      <time dateTime={new Date(turn.at).toISOString()} class="soft">
        {moment(turn.at)}
      </time>
      <BeforeAfter {...tokens} />
      <span class="turn-marks">
        <Outcome turn={turn} />
        {turn.is_rewritten && <span class="tag tag-accent">{say('commit point')}</span>}
        {turn.cache_miss_reason && (
          <span class="tag tag-warn">
            {say('cache missed')}: <ForeignText text={heard(turn.cache_miss_reason)} most={40} />
          </span>
        )}
        {turn.warnings.slice(0, 2).map((warning) => (
          <span class="tag tag-warn" key={warning}>
            <ForeignText text={heard(warning)} most={28} />
          </span>
        ))}
      </span>
      <span class="number soft" title={say('Read from the cache')}>
        {percent(turn.cache_read_tokens, tokens.after)}
      </span>
      <span class="number soft" title={say('Output tokens')}>
        {turn.output_tokens > 0 ? compact(turn.output_tokens) : ''}
      </span>
      <span class="number">{cost === null ? '' : money(cost)}</span>
      <span class={`number ${saved !== null && saved < 0 ? 'loss' : 'gain'}`}>
        {saved === null || saved === 0 ? '' : money(saved)}
      </span>
      <span class="number soft">{duration(turn.duration_ms)}</span>
    </>
  )
}

function Outcome({ turn: { status, outcome } }: { turn: Turn }) {
  if (outcome === 'left') return <span class="tag tag-warn">{say('aborted by the agent')}</span>
  if (outcome === 'cut') return <span class="tag tag-bad">{say('cut off')}</span>
  if (status === 0) return <span class="tag tag-bad">{say('not answered')}</span>
  return status < 400 ? null : <span class="tag tag-bad">{say('answered {}', String(status))}</span>
}
