import { useEffect, useMemo, useState } from 'preact/hooks'
import { useFeed, useNewRows } from '../../api/feed.tsx'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { linkTo, type Route } from '../../shell/router.ts'
import { Request } from '../requests/request.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationLine } from './conversation-line.tsx'
import { FilterBar } from './filter-bar.tsx'
import { narrowed, narrowingOf, type Period, sinceOf } from './narrow.ts'
import { NoConversations } from './no-conversations.tsx'

const lineHeight = 84

/** Conversations, the one that is open, and one request of it. */
export function Conversations({ route }: { route: Route }) {
  const { query, parts } = route
  const [open = '', requestId = ''] = parts
  const narrowing = narrowingOf(query)
  const since = useSince(narrowing.period)
  const list = useCall('conversations.list', { since })
  const isNarrow = useNarrow()
  const all = list.value?.conversations
  const shown = useMemo(() => narrowed(all ?? [], narrowing), [all, query.toString()])
  if (all?.length === 0 && open === '' && query.toString() === '')
    return <NoConversations onRow={list.reload} />
  const isListShown = !isNarrow || open === ''
  return (
    <div class="view view-fixed conversations-view">
      <div class="view-head">
        <h1>{say('Conversations')}</h1>
        {list.value?.is_partial && (
          <span class="soft">
            {say('Only the newest 5,000 requests of this period; choose a shorter one')}
          </span>
        )}
      </div>
      {list.failure && <FailureNote failure={list.failure} retry={list.reload} />}
      {isListShown && <FilterBar all={all ?? []} shown={shown} narrowing={narrowing} />}
      <div class="conversations-columns" data-open={open !== ''}>
        {isListShown && (
          <section class="panel list-panel" aria-label={say('Conversations')} aria-busy={!all}>
            <NewRows onShow={list.reload} />
            {all && shown.length === 0 && (
              <p class="panel-body soft">
                {say('No conversation of this period matches the filters.')}
              </p>
            )}
            <List shown={shown} open={open} />
          </section>
        )}
        {open !== '' &&
          (requestId === '' ? (
            <Conversation id={open} key={open} />
          ) : (
            <Request id={requestId} key={requestId} back={linkTo('conversations', open)} />
          ))}
        {open === '' && !isNarrow && shown.length > 0 && (
          <p class="panel pick soft">{say('Choose a conversation to see its requests.')}</p>
        )}
      </div>
    </div>
  )
}

function List({ shown, open }: { shown: ReturnType<typeof narrowed>; open: string }) {
  const { running } = useFeed()
  const underWay = new Set(running.map(({ conversation }) => conversation))
  return (
    <VirtualList
      items={shown}
      rowHeight={lineHeight}
      keyOf={({ id }) => id}
      row={(conversation) => (
        <ConversationLine
          conversation={conversation}
          isOpen={conversation.id === open}
          isRunning={underWay.has(conversation.id)}
        />
      )}
      label={say('Conversations')}
      openKey={open}
    />
  )
}

/** What came since the list was made waits for a click: nothing moves under the reader. */
function NewRows({ onShow }: { onShow: () => void }) {
  const { count, mark } = useNewRows(({ kind }) => kind === 'proxy')
  if (count === 0) return null
  return (
    <button
      type="button"
      class="button new-rows"
      onClick={() => {
        mark()
        onShow()
      }}
    >
      {say('{} new request|{} new requests', count)}
    </button>
  )
}

/** The beginning of the period; it moves only when the period or the day does. */
function useSince(period: Period): string {
  const [since, setSince] = useState(() => sinceOf(period, Date.now()))
  useEffect(() => setSince(sinceOf(period, Date.now())), [period])
  return since
}
