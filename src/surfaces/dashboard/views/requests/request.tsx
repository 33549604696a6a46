import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say, sayWith } from '../../locale/say.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { percent } from '../../parts/numbers.ts'
import { scrollable } from '../../parts/scrollable.ts'
import { Segmented } from '../../parts/segmented.tsx'
import { Answer } from './answer.tsx'
import { asCurl } from './as-curl.ts'
import { FindBar } from './find-bar.tsx'
import { Message } from './message.tsx'
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
        <button
          type="button"
          class="button button-quiet"
          onClick={() => document.getElementById('prefix-end')?.scrollIntoView({ block: 'center' })}
        >
          {say('Where the prefix ends')}
        </button>
        <CopyButton text={asCurl(request, location.origin)} label={say('Copy as curl')} />
      </div>
      <ol class="messages" {...scrollable} aria-label={say('Messages')} ref={list}>
        <Preamble system={request.system} tools={request.tools} />
        {request.messages.map((message, at) => (
          <li key={at} class="message-item" tabIndex={-1}>
            {at === end && <PrefixEnd prefix={request.prefix} />}
            <Message message={message} side={side} />
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
