import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { count, counted, moment, percent } from '../../parts/numbers.ts'
import { asCurl } from './as-curl.ts'
import { Message } from './message.tsx'

type Shown = OutputOf<'requests.show'>

const why: Readonly<Record<Shown['prefix']['ends'], string>> = {
  first_request: 'This is the first request of its conversation: there was nothing to reuse.',
  grew: 'The conversation only grew: everything sent before is the same, byte for byte.',
  batch_masked:
    'A batch of old results was masked here, once, so that the next requests reuse the rest.',
  client_changed: 'The agent itself changed an earlier message.',
}

/** One request: what the provider received beside what the agent wrote. */
export function Request({ id }: { id: string }) {
  const { value: request, failure } = useCall('requests.show', { id })
  if (failure) return <FailureNote failure={failure} />
  if (!request) return <section class="panel" aria-busy="true" aria-label="Request" />
  const end = request.messages.findIndex(({ is_cached }) => !is_cached)
  return (
    <section class="panel request" aria-label="Request">
      <div class="panel-head">
        <h2 class="one-line">
          <ForeignText text={request.model || request.format} most={80} />
        </h2>
        <span class="soft one-line">
          {moment(request.at)}, {counted(request.messages.length, 'message')},{' '}
          {request.status === 0 ? 'not answered' : `answered ${request.status}`}
        </span>
        <button
          type="button"
          class="button button-quiet"
          onClick={() => document.getElementById('prefix-end')?.scrollIntoView({ block: 'center' })}
        >
          Where the prefix ends
        </button>
        <CopyButton text={asCurl(request, location.origin)} label="Copy as curl" />
      </div>
      <div class="request-columns request-titles" aria-hidden="true">
        <span>The provider received</span>
        <span>Left out</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ol class="messages" tabIndex={0} aria-label="Messages">
        {request.messages.map((message, at) => (
          <li key={at} class="message-item">
            {at === end && <PrefixEnd prefix={request.prefix} />}
            <Message message={message} />
          </li>
        ))}
        {end === -1 && (
          <li>
            <PrefixEnd prefix={request.prefix} />
          </li>
        )}
      </ol>
    </section>
  )
}

function PrefixEnd({ prefix }: { prefix: Shown['prefix'] }) {
  return (
    <p class="prefix-end" id="prefix-end">
      <strong>
        The cached prefix can reach here: {count(prefix.bytes)} of {count(prefix.sent_bytes)} bytes
        {prefix.bytes > 0 && ` (${percent(prefix.bytes, prefix.sent_bytes)})`}.
      </strong>{' '}
      {why[prefix.ends]}
    </p>
  )
}
