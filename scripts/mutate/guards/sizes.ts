import { attack, fault, guard, unit } from '../guard.ts'

/** What a request may cost. */
export const sizeGuards = [
  guard(
    'limit',
    'A body that says it is too long is refused before it is read',
    ['src/surfaces/http/read-body.ts', 'if (declared > 0) attempt(() => take(declared))', ''],
    attack('bodies', 'a body over the limit is refused'),
  ),
  guard(
    'limit',
    'A body that turns out too long is refused',
    ['src/surfaces/http/read-body.ts', 'if (bytes > maxBytes) throw tooLarge(maxBytes)', ''],
    attack('bodies', 'a body over the limit is refused'),
  ),
  guard(
    'limit',
    'Bodies held at once are bounded, of all clients together',
    [
      'src/surfaces/http/bytes-in-flight.ts',
      'if (total + bytes > maxBytes && total > (own ?? 0)) throw tooBusy(maxBytes)',
      '',
    ],
    unit('src/surfaces/http/read-body.test.ts'),
    attack('bodies', 'twelve bodies of 62 MB at once'),
  ),
  guard(
    'limit',
    'Cancelled calls of a server that does not answer them are bounded',
    [
      'src/adapters/mcp-client/calls/cancel-late-tasks.ts',
      'if (left.size > mostLeft && oldest !== undefined) left.delete(oldest)',
      '',
    ],
    unit('src/adapters/mcp-client/calls/cancel-late-tasks.test.ts'),
  ),
  guard(
    'limit',
    'Rows of the ledger that cannot be written are bounded',
    ['src/surfaces/proxy/account/account.ts', 'rows.length + unsettledCount >= maxRows ||', ''],
    unit('src/surfaces/proxy/account/account.test.ts'),
  ),
  guard(
    'limit',
    'Accounts that wait for a count of tokens are bounded by what they hold',
    ['src/surfaces/proxy/account/account.ts', '|| unsettledBytes >= maxUnsettledBytes', ''],
    unit('src/surfaces/proxy/account/account.test.ts'),
  ),
  guard(
    'limit',
    'A beginning is remembered as bytes only where they are as many as its text has',
    [
      'src/surfaces/proxy/body/bytes-body.ts',
      'return isUtf8(body.subarray(from, end))\n        ?',
      'return true\n        ?',
    ],
    unit('src/surfaces/proxy/body/bytes-body.test.ts'),
  ),
  guard(
    'limit',
    'JSON too intricate to parse in time is refused',
    ['src/surfaces/http/json-body.ts', 'requirePlainShape(body)\n  try', 'try'],
    attack('complexity', 'bounded, answered, and nobody else waits'),
  ),
  guard(
    'limit',
    'Heads and bodies that dawdle are closed',
    [
      'src/surfaces/daemon.ts',
      'headersTimeout: 8000,\n  requestTimeout: 14_000,',
      'headersTimeout: 0,\n  requestTimeout: 0,',
    ],
    fault('machine', 'clients that dawdle'),
  ),
  guard(
    'limit',
    'A reply of a model is not read without end',
    ['src/adapters/openai-compatible/client.ts', 'if (bytes > longestReplyBytes)', 'if (false)'],
    unit('src/adapters/openai-compatible/llm.test.ts'),
    unit('src/adapters/openai-compatible/embedder.test.ts'),
  ),
  guard(
    'limit',
    'A reply of a reranker is not read without end',
    ['src/adapters/deepinfra/reranker.ts', 'if (bytes > maxReplyBytes) return undefined', ''],
    unit('src/adapters/deepinfra/reranker.test.ts'),
  ),
  guard(
    'limit',
    'Tools of upstreams have only so many labels in the metrics',
    ['src/adapters/prometheus/timed-servers.ts', 'known.size >= most || ', ''],
    unit('src/adapters/prometheus/timed-servers.test.ts'),
  ),
  guard(
    'limit',
    'A name that is a text is no label and not in a trace',
    [
      'src/adapters/prometheus/timed-servers.ts',
      "plainName.test(name) ? name : 'other'",
      'plainName && name',
    ],
    unit('src/adapters/prometheus/timed-servers.test.ts'),
  ),
  guard(
    'limit',
    'A request has only so many spans',
    ['src/adapters/otlp/tracer.ts', 'request.children > mostChildren', 'false'],
    unit('src/adapters/otlp/tracer.test.ts'),
  ),
]
