import { heard, say } from '../../locale/say.ts'
import { agentName } from '../../parts/agent-name.ts'
import { ago, compact, moment, money } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'
import type { Conversation } from './narrow.ts'
import { SparkLine } from './spark-line.tsx'

interface ConversationLineProps {
  readonly conversation: Conversation
  readonly isOpen: boolean
  readonly isRunning: boolean
}

/** One conversation in the list. */
export function ConversationLine({ conversation, isOpen, isRunning }: ConversationLineProps) {
  const { id, title, agent, models, last_at, requests, status, context } = conversation
  return (
    <a
      class="list-line list-line-even conversation-line"
      href={linkTo('conversations', id)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="conversation-title" data-titled={title !== null}>
        <ForeignText text={title ?? untitled(conversation)} most={90} />
      </span>
      <span class="number soft">{isRunning ? say('running') : ago(last_at)}</span>
      <span class="soft one-line">
        <ForeignText
          text={[title === null ? '' : agentName(agent), models[0]].filter(Boolean).join(' · ')}
          most={60}
        />
      </span>
      <span class="number">
        <Saved conversation={conversation} />
      </span>
      <SparkLine context={context} />
      <span class="number soft">
        {status === 'ok' ? say('{} request|{} requests', requests) : <Status status={status} />}
      </span>
    </a>
  )
}

/** What to call one whose first words are forgotten. */
export function untitled({ agent, first_at }: Pick<Conversation, 'agent' | 'first_at'>): string {
  return say('{}, {}', agentName(agent) || say('Conversation'), moment(first_at))
}

/** Spent and saved, in money where it is known and in tokens otherwise. */
function Saved({ conversation }: { conversation: Conversation }) {
  const { spent_usd: spent, saved_usd: saved, tokens } = conversation
  const freed = tokens.before - tokens.after
  if (spent === 0 && saved === 0)
    return <span class="soft">{freed > 0 ? say('−{} tokens', compact(freed)) : ''}</span>
  return (
    <>
      {money(spent)}{' '}
      {saved !== 0 && (
        <span
          class={saved < 0 ? 'loss' : 'gain'}
          title={say('Compared with the conversation without Tamis')}
        >
          {saved < 0 ? `+${money(-saved)}` : `−${money(saved)}`}
        </span>
      )}
    </>
  )
}

export function Status({ status }: { status: Conversation['status'] }) {
  return <span class={status === 'failed' ? 'tag tag-bad' : 'tag tag-warn'}>{heard(status)}</span>
}
