import { useNewRows } from '../../api/feed.tsx'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say, sayWith } from '../../locale/say.ts'
import { agentName } from '../../parts/agent-name.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { useRowKeys } from '../../parts/keyboard/use-row-keys.ts'
import { compact, count, money, percent, span } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { useWidth } from '../../parts/use-width.ts'
import { linkTo } from '../../shell/router.ts'
import { ContextChart } from './context-chart.tsx'
import { Status, untitled } from './conversation-line.tsx'
import { TurnHead, TurnLine } from './turn-line.tsx'

type Shown = OutputOf<'conversations.show'>

/** One conversation: what it came to, its context turn by turn, and every request. */
export function Conversation({ id }: { id: string }) {
  const { value: shown, failure, reload } = useCall('conversations.show', { id })
  const added = useNewRows(({ details }) => details?.conversation === id)
  if (failure && !shown) return <FailureNote failure={failure} retry={reload} />
  if (!shown) return <section class="panel" aria-busy="true" aria-label={say('Conversation')} />
  return (
    <section class="panel conversation" aria-label={say('Conversation')}>
      <div class="panel-head">
        <a class="button button-quiet back" href={linkTo('conversations')}>
          {say('← All conversations')}
        </a>
        <h2>
          <ForeignText text={shown.title ?? untitled(shown)} most={160} />
        </h2>
        {shown.status !== 'ok' && <Status status={shown.status} />}
        {added.count > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              added.mark()
              reload()
            }}
          >
            {say('{} new request|{} new requests', added.count)}
          </button>
        )}
      </div>
      <div class="conversation-body">
        <Facts shown={shown} />
        <Chart shown={shown} />
        {shown.turns.every(({ is_remembered }) => !is_remembered) && <Forgotten />}
        <Turns shown={shown} />
      </div>
    </section>
  )
}

/** Why it has no words: said once, over the requests that cannot be opened. */
function Forgotten() {
  return (
    <p class="forgotten-note soft">
      {sayWith(
        'The texts of these requests are forgotten; their numbers stay. Nothing of a conversation is written to disk unless {} says so.',
        <a href={linkTo('settings')}>
          <code>proxy.keep_requests</code>
        </a>,
      )}
    </p>
  )
}

function Facts({ shown }: { shown: Shown }) {
  const { tokens, cache_read_tokens: read, spent_usd: spent, saved_usd: saved } = shown
  const facts: readonly (readonly [name: string, value: string, note?: string | undefined])[] = [
    [say('Spent'), money(spent)],
    [
      say('Saved'),
      money(saved),
      saved < 0 ? say('more than without Tamis') : percent(saved, saved + spent),
    ],
    [say('Input tokens'), compact(tokens.after), say('{} without Tamis', compact(tokens.before))],
    [
      say('Read from cache'),
      percent(read, tokens.after) || percent(0, 1),
      say('{} tokens', compact(read)),
    ],
    [
      say('Requests'),
      count(shown.requests),
      shown.failed > 0 ? say('{} failed', shown.failed) : undefined,
    ],
    [say('Agent'), agentName(shown.agent) || say('unknown'), shown.source],
    [say('Models'), shown.models.join(', ') || say('unknown')],
    [say('When'), span(shown.first_at, shown.last_at)],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <ForeignText text={value} most={80} />
            {note && <small> {note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Chart({ shown }: { shown: Shown }) {
  const { ref, width } = useWidth<HTMLDivElement>()
  return (
    <div class="context-chart" ref={ref}>
      {width > 0 && <ContextChart turns={shown.turns} width={width} />}
    </div>
  )
}

function Turns({ shown }: { shown: Shown }) {
  const list = useRowKeys<HTMLOListElement>()
  return (
    <ol
      class="turns"
      aria-label={say('Requests, oldest first')}
      ref={list}
      data-forgotten={shown.turns.every(({ is_remembered }) => !is_remembered)}
    >
      <TurnHead />
      {shown.turns.map((turn, at) => (
        <li key={turn.seq} class="turn-item">
          <TurnLine turn={turn} number={at + 1} conversation={shown.id} />
        </li>
      ))}
    </ol>
  )
}
