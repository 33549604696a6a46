import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
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
  { value: 'sent', label: 'Sent' },
  { value: 'original', label: 'Original' },
  { value: 'difference', label: 'Difference' },
] as const

/** One request, whole: what stood before the messages, each message, the answer, and what it cost. */
export function Request({ id, back }: { id: string; back: string }) {
  const { value: request, failure, reload } = useCall('requests.show', { id })
  if (failure && !request)
    return (
      <section class="panel panel-body request" aria-label="Request">
        <p>
          <a class="button button-quiet back" href={back}>
            ← Back
          </a>
        </p>
        {failure.code === 'request_not_found' ? (
          <p>
            <strong>This request is no longer remembered.</strong> The daemon keeps the latest ones;
            its numbers stay in the ledger. <code>proxy.keep_requests</code> keeps them across
            restarts.
          </p>
        ) : (
          <FailureNote failure={failure} retry={reload} />
        )}
      </section>
    )
  if (!request) return <section class="panel" aria-busy="true" aria-label="Request" />
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
    <section class="panel request" aria-label="Request">
      <RequestHead request={request} back={back} />
      <div class="request-tools">
        <Segmented label="Side" options={sides} value={side} onChange={setSide} />
        <FindBar list={list} />
        {count > 0 && (
          <span class="omission-steps">
            {count === 1 ? '1 omission' : `${count} omissions`}
            <button type="button" class="button button-quiet" onClick={() => omissions(-1)}>
              ↑ previous
            </button>
            <button type="button" class="button button-quiet" onClick={() => omissions(1)}>
              ↓ next
            </button>
          </span>
        )}
        <button
          type="button"
          class="button button-quiet"
          onClick={() => document.getElementById('prefix-end')?.scrollIntoView({ block: 'center' })}
        >
          Where the prefix ends
        </button>
        <CopyButton text={asCurl(request, location.origin)} label="Copy as curl" />
      </div>
      <ol class="messages" {...scrollable} aria-label="Messages" ref={list}>
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
  first_request: 'This is the first request of its conversation: there was nothing to reuse.',
  grew: 'The conversation only grew: everything sent before is the same, byte for byte.',
  batch_masked:
    'A batch of old results was masked here, once, so that the next requests reuse the rest.',
  client_changed: 'The agent itself changed an earlier message.',
}

function PrefixEnd({ prefix }: { prefix: Shown['prefix'] }) {
  const share =
    prefix.bytes > 0 ? ` (${Math.round((100 * prefix.bytes) / prefix.sent_bytes)} %)` : ''
  return (
    <p class="prefix-end" id="prefix-end">
      <strong>
        The cached prefix can reach here: {prefix.bytes.toLocaleString('en')} of{' '}
        {prefix.sent_bytes.toLocaleString('en')} bytes{share}.
      </strong>{' '}
      {why[prefix.ends]}
    </p>
  )
}
