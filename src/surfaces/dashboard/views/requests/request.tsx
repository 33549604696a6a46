import { useMemo, useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say, sayWith } from '../../locale/say.ts'
import { Segmented } from '../../parts/controls/segmented.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { scrollable } from '../../parts/keyboard/scrollable.ts'
import { percent } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { callSubject } from './call-subject.ts'
import { FindBar } from './find-bar.tsx'
import { Omitted } from './omitted.tsx'
import { Part } from './part.tsx'
import { Preamble } from './preamble.tsx'
import { RequestHead } from './request-head.tsx'
import { useMessageKeys } from './use-message-keys.ts'

export type Shown = OutputOf<'requests.show'>
export type Side = 'sent' | 'original' | 'difference'

const sides = [
  { value: 'sent', label: say('Sent') },
  { value: 'original', label: say('Original') },
  { value: 'difference', label: say('Difference') },
] as const

/** One request, whole: what stood before the messages, each message, the answer, and what it cost. */
export function Request({ id, back }: { id: string; back: string }) {
  const { value: request, failure, reload } = useCall('requests.show', { id })
  if (failure && !request)
    return (
      <section class="panel panel-body request" aria-label={say('Request')}>
        <p>
          <a class="button button-quiet back" href={back}>
            {say('← Back')}
          </a>
        </p>
        {failure.code === 'request_not_found' ? (
          <p>
            <strong>{say('This request is no longer kept.')}</strong>{' '}
            {sayWith(
              'The daemon keeps only the latest ones; its numbers stay in the ledger. {} keeps requests across restarts.',
              <code>proxy.keep_requests</code>,
            )}
          </p>
        ) : (
          <FailureNote failure={failure} retry={reload} />
        )}
      </section>
    )
  if (!request) return <section class="panel" aria-busy="true" aria-label={say('Request')} />
  return <Whole request={request} back={back} />
}

function Whole({ request, back }: { request: Shown; back: string }) {
  const [side, setSide] = useState<Side>('sent')
  const { list, omissions } = useMessageKeys(request.id, () =>
    setSide(
      (last) => sides[(sides.findIndex(({ value }) => value === last) + 1) % 3]?.value ?? last,
    ),
  )
  const subjects = useMemo(() => subjectsOf(request), [request])
  const end = request.messages.findIndex(({ is_cached }) => !is_cached)
  const count = request.messages
    .flatMap(({ parts }) => parts)
    .filter(({ omission }) => omission !== undefined).length
  return (
    <section class="panel request" aria-label={say('Request')}>
      <RequestHead request={request} back={back} />
      <div class="request-tools">
        <Segmented label={say('Side')} options={sides} value={side} onChange={setSide} />
        <FindBar list={list} />
        {count > 0 && (
          <span class="omission-steps">
            {say('{} omission|{} omissions', count)}
            <button type="button" class="button button-quiet" onClick={() => omissions(-1)}>
              {say('↑ previous')}
            </button>
            <button type="button" class="button button-quiet" onClick={() => omissions(1)}>
              {say('↓ next')}
            </button>
          </span>
        )}
      </div>
      <ol class="messages" {...scrollable} aria-label={say('Messages')} ref={list}>
        <Preamble system={request.system} tools={request.tools} />
        {request.messages.map((message, at) => (
          <li key={at} class="message-item" tabIndex={-1}>
            {at === end && <PrefixEnd prefix={request.prefix} />}
            <Message
              message={message}
              side={side}
              subjects={subjects}
              isNew={end > 0 && !message.is_cached}
            />
          </li>
        ))}
        {end === -1 && (
          <li>
            <PrefixEnd prefix={request.prefix} />
          </li>
        )}
        <Answer request={request} />
      </ol>
    </section>
  )
}

const why: Readonly<Record<Shown['prefix']['ends'], string>> = {
  first_request: say('This is the first request of its conversation: there was nothing to reuse.'),
  grew: say('The conversation only grew: everything sent before is the same, byte for byte.'),
  batch_masked: say(
    'A batch of old results was masked here, once, so that the next requests reuse the rest.',
  ),
  client_changed: say('The agent itself changed an earlier message.'),
}

function PrefixEnd({ prefix }: { prefix: Shown['prefix'] }) {
  const share = prefix.bytes > 0 ? ` (${percent(prefix.bytes, prefix.sent_bytes)})` : ''
  return (
    <p class="prefix-end" id="prefix-end">
      <strong>
        {say(
          'The cached prefix can reach here: {} of {} bytes{}.',
          prefix.bytes,
          prefix.sent_bytes,
          share,
        )}
      </strong>{' '}
      {why[prefix.ends]}
    </p>
  )
}

/** What the model answered, as it streamed. */
function Answer({ request }: { request: Shown }) {
  const { answer, is_answer_whole, account } = request
  if (!account) return null
  return (
    <li class="message-item answer-item" tabIndex={-1}>
      <div class="message" data-role="answer">
        <h3>{say('answer')}</h3>
        {answer.length === 0 && (
          <p class="soft">
            {request.status >= 200 && request.status < 300
              ? say('The answer could not be read.')
              : say('There was no answer to show.')}
          </p>
        )}
        {answer.map((part, at) => (
          <Part part={part} key={at} />
        ))}
        {!is_answer_whole && (
          <p class="soft">{say('The answer was long: its middle was not kept.')}</p>
        )}
      </div>
    </li>
  )
}

interface MessageProps {
  readonly message: Shown['messages'][number]
  readonly side: Side
  readonly subjects: ReadonlyMap<string, string>
  /** Behind what the request before it had sent. */
  readonly isNew: boolean
}

/** What each call was about, by its id. */
function subjectsOf({ messages }: Shown): ReadonlyMap<string, string> {
  const parts = messages.flatMap((message) => message.parts)
  return new Map(
    parts.flatMap((part): [string, string][] =>
      part.kind === 'call' ? [[part.callId, callSubject(part.text)]] : [],
    ),
  )
}

/** One message, part by part; a part with something left out shows the side that was asked for. */
function Message({ message, side, subjects, isNew }: MessageProps) {
  const isResult = message.parts.length > 0 && message.parts.every(({ kind }) => kind === 'result')
  return (
    <div class="message" data-role={isResult ? 'tool' : message.role}>
      <h3>
        <ForeignText text={isResult ? say('tool result') : message.role} most={40} />
        {isNew && <span class="tag tag-accent">{say('new')}</span>}
      </h3>
      {message.parts.map((part, at) =>
        part.omission ? (
          <Omitted
            key={at}
            part={part}
            about={('callId' in part && subjects.get(part.callId)) || ''}
            omission={part.omission}
            side={side}
          />
        ) : (
          <Part key={at} part={part} />
        ),
      )}
    </div>
  )
}
