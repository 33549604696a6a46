import { attack, e2e, fault, type MatrixPart, row } from './row.ts'

/** What servers behind the gateway and providers may try. */
export const upstream: MatrixPart = {
  heading: 'A malicious upstream MCP server or provider',
  rows: [
    row(
      'Tool poisoning: orders, hidden characters, huge or cyclic schemas',
      'Shown as data, cleaned, named by the doctor',
      e2e('gateway-faults'),
      'poisoned descriptions and schemas',
      '7 tools',
    ),
    row(
      'Rug pull: a tool changes after approval',
      'The change waits for approval, with its difference',
      e2e('gateway-faults'),
      'a server that changes its tools',
      '1',
    ),
    row(
      "Shadowing another server's tool",
      'Ids carry the server; the doctor names both',
      e2e('gateway-faults'),
      'poisoned descriptions and schemas',
      '1 pair',
    ),
    row(
      'A server nobody approved',
      'Seen, neither found nor callable',
      e2e('gateway-faults'),
      'a quarantined server is seen',
      'API, gateway and command',
    ),
    row(
      'Endless or oversized output',
      'Cut off; the others go on',
      e2e('gateway-faults'),
      'a server that floods is cut off',
      '40 MB without a line end',
    ),
    row(
      'Crashing, hanging',
      'The call fails with its code, in time',
      e2e('gateway-faults'),
      'a server that hangs is given up in time',
      '3 calls',
    ),
    row(
      'Redirects to the inside (SSRF)',
      'Never followed',
      attack('strangers'),
      'a malicious upstream: redirects',
      'gateway, relay and model',
    ),
    row(
      'A provider chosen by a header (SSRF)',
      'An allow-list; no link-local or odd addresses',
      attack('smuggling'),
      'nobody but the configuration chooses',
      '7 addresses',
    ),
    row(
      'Broken and split answers',
      '502; the daemon goes on',
      attack('smuggling'),
      'a provider that answers with broken',
      '1',
    ),
    row(
      'Reason phrases, statuses and trailers no server would send',
      'The phrase is not relayed; what cannot be is a 502',
      attack('providers'),
      'a reason phrase of %s is not relayed',
      '12 heads',
    ),
    row(
      'Answers in very many chunks, or that unfold',
      'Looked at in linear, bounded time, after the answer',
      attack('providers'),
      'hold nobody up',
      '280,000 chunks; 32 kB that are 16 MB',
    ),
    row(
      'A provider that never ends',
      'Read no faster than its client, stopped with it',
      fault('machine'),
      'a provider that never ends',
      '20 MB read, then left',
    ),
  ],
}
