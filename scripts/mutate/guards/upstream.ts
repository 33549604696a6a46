import { attack, e2e, guard, unit } from '../guard.ts'

const target = 'src/surfaces/proxy/route/target.ts'
const addresses = 'src/network/addresses.ts'
const addressTest = 'src/surfaces/proxy/route/forbidden-targets.test.ts'
const chooses = attack('smuggling', 'nobody but the configuration chooses')

/** Where requests go, and what servers behind us may do. */
export const upstreamGuards = [
  guard(
    'quarantine',
    'A server that is added from a page waits for approval',
    ['src/config/change/change-servers.ts', '\\nquarantined = true`', '`'],
    unit('src/config/change/change-servers.test.ts'),
  ),
  guard(
    'quarantine',
    'A server that is imported from a page waits for approval',
    [
      'src/config/change/change-servers.ts',
      "[header, 'quarantined = true', ...rest]",
      '[header, ...rest]',
    ],
    unit('src/config/change/change-servers.test.ts'),
  ),
  guard(
    'allow-list',
    'The name of a server cannot end its section of the configuration',
    ['src/config/change/change-servers.ts', '!plainName.test(name)', 'false'],
    unit('src/config/change/change-servers.test.ts'),
  ),
  guard(
    'scope',
    'Only admins read what the process of a server writes',
    [
      'src/operations/gateway/gateway-servers.ts',
      "effect: 'read',\n  scope: 'admin',\n  tool: { name: 'gateway_log'",
      "effect: 'read',\n  scope: 'read',\n  tool: { name: 'gateway_log'",
    ],
    unit('src/operations/gateway/gateway-servers.test.ts', 'is for admins alone'),
  ),
  guard(
    'scope',
    'Only admins start a server anew',
    [
      'src/operations/gateway/gateway-servers.ts',
      "scope: 'admin',\n  tool: { name: 'gateway_restart'",
      "scope: 'write',\n  tool: { name: 'gateway_restart'",
    ],
    unit('src/operations/gateway/gateway-servers.test.ts', 'is for admins alone'),
  ),
  guard(
    'owner',
    'Only who runs the daemon decides which servers it has',
    [
      'src/operations/gateway/gateway-servers.ts',
      '(caller?.namespace ?? defaultNamespace) === defaultNamespace',
      'true',
    ],
    unit('src/operations/gateway/gateway-servers.test.ts'),
  ),
  guard(
    'allow-list',
    'A header sends a request only to origins that are allowed',
    [target, '!allowed.has(url.origin)', 'false'],
    chooses,
  ),
  guard(
    'allow-list',
    'A configured key goes to its own base URL alone',
    [
      target,
      'wanted.origin === known.origin && wanted.basePath === known.basePath ? known : wanted',
      '{ ...known, ...wanted }',
    ],
    unit('src/surfaces/proxy/route/target.test.ts'),
    attack('providers', 'goes to no other, though a header may name it'),
  ),
  guard(
    'path',
    'No path leads out of the base URL of its provider',
    ['src/surfaces/proxy/route/admit.ts', 'if (leavesItsBase(url)) throw outsideBase()', ''],
    attack('providers', 'goes to no path outside of it'),
  ),
  guard(
    'limit',
    'The reason phrase of a provider is not relayed',
    [
      'src/surfaces/proxy/upstream/forward.ts',
      'response.writeHead(code, kept)',
      "response.writeHead(code, '\u6210\u529f', kept)",
    ],
    attack('providers', 'is not relayed, and stops nobody'),
  ),
  guard(
    'limit',
    'A refusal that cannot be sent closes the connection, and stops nobody',
    [
      'src/surfaces/http/error-boundary.ts',
      'response.destroy()\n    onFault(fault)',
      'onFault(fault)\n    throw fault',
    ],
    unit('src/surfaces/http/error-boundary.test.ts', 'where no refusal can be sent'),
  ),
  guard(
    'limit',
    'An answer in a million chunks costs no more than one in a few',
    [
      'src/surfaces/proxy/account/response-tap.ts',
      'if (first) keep(chunk)',
      'if (first) first = Buffer.concat([first, chunk])',
    ],
    unit('src/surfaces/proxy/account/response-tap.test.ts'),
    attack('providers', '280,000 chunks of one byte'),
  ),
  guard(
    'limit',
    'Of an answer that unfolds no more is read than of one that came plain',
    ['src/surfaces/proxy/body/decode-kept.ts', 'bytes && ends(bytes)', 'bytes?.subarray(0)'],
    unit('src/surfaces/proxy/body/decode-kept.test.ts'),
  ),
  guard(
    'limit',
    'A count of tokens that no ledger can take loses no row of it',
    ['src/core/wire/usage.ts', 'Math.round(Math.min(Math.max(0, value), mostTokens))', 'value'],
    unit('src/core/wire/usage.test.ts'),
    e2e('proxy-money'),
  ),
  guard(
    'allow-list',
    'A header that any Connection header names goes no further',
    [
      'src/surfaces/proxy/upstream/headers.ts',
      "if (lower === 'connection') named = withNames(named, value)",
      "if (lower === 'connection') named ??= withNames(named, value)",
    ],
    unit('src/surfaces/proxy/upstream/headers.test.ts'),
  ),
  guard(
    'allow-list',
    'An encoding called like a part of every object is no encoding',
    [
      'src/surfaces/proxy/body/content-encodings.ts',
      'const found = encodings.get(nameOf(encoding))',
      'const found = { ...Object.fromEntries(encodings) }[nameOf(encoding)]',
    ],
    attack('providers', 'whose encoding is called __proto__'),
  ),
  guard(
    'allow-list',
    'An answer sets nothing for our own address',
    ['src/surfaces/proxy/upstream/headers.ts', '!isForOurOrigin(name)', 'true || !name'],
    unit('src/surfaces/proxy/upstream/headers.test.ts'),
    attack('providers', 'an answer sets nothing for our own address'),
  ),
  guard(
    'allow-list',
    'An address with a password in it is refused',
    [target, " || url.username !== '' || url.password !== ''", ''],
    chooses,
    e2e('proxy', 'is refused with'),
  ),
  guard(
    'scope',
    'A token that may only read does not reach an upstream',
    [
      'src/surfaces/http/route-table.ts',
      "who: 'write',\n    title: 'The gateway',\n    summary: 'One upstream",
      "who: 'caller',\n    title: 'The gateway',\n    summary: 'One upstream",
    ],
    e2e('relay', 'a token that may only read'),
  ),
  guard(
    'quarantine',
    'A new server that waits for approval shows no tool',
    [
      'src/core/discover/catalog/adopt-tools.ts',
      "if (known === undefined) return { ...fresh, state: isQuarantined ? 'pending' : 'active' }",
      "if (known === undefined) return { ...fresh, state: 'active' }",
    ],
    unit('src/core/discover/catalog/adopt-tools.test.ts'),
  ),
  guard(
    'quarantine',
    'New words of an approved tool wait for approval',
    [
      'src/core/discover/catalog/adopt-tools.ts',
      'if (saysTheSame(known, fresh)) return { ...fresh, state: known.state }',
      'if (known) return { ...fresh, state: known.state }',
    ],
    unit('src/core/discover/catalog/adopt-tools.test.ts'),
  ),
  guard(
    'quarantine',
    'A tool that now says it is harmless waits for approval',
    [
      'src/core/discover/catalog/adopt-tools.ts',
      'JSON.stringify(known.annotations) === JSON.stringify(fresh.annotations) &&',
      '',
    ],
    unit('src/core/discover/catalog/adopt-tools.test.ts'),
  ),
  guard(
    'quarantine',
    'A relay shows approved annotations only',
    [
      'src/core/discover/gateway/review-tools.ts',
      'isSame(toAnnotations(asObject(tool.annotations)), known.annotations) &&',
      '',
    ],
    unit('src/core/discover/gateway/review-tools.test.ts'),
  ),
  guard(
    'limit',
    'A picture over the limit is a link',
    [
      'src/core/discover/run/oversized.ts',
      'base64Bytes(data) <= deps.maxMediaBytes',
      'base64Bytes(data) >= 0',
    ],
    unit('src/core/discover/run/oversized.test.ts'),
  ),
  guard(
    'quarantine',
    'A relay shows approved tools only',
    [
      'src/core/discover/gateway/review-tools.ts',
      'if (!isObject(tool) || !known) return []',
      'if (!isObject(tool)) return []\n    if (!known) return [tool]',
    ],
    unit('src/core/discover/gateway/review-tools.test.ts'),
  ),
  guard(
    'quarantine',
    'A relay shows approved words only',
    ['src/core/discover/gateway/review-tools.ts', 'saysTheSame(tool, known) ? (', 'known ? ('],
    unit('src/core/discover/gateway/review-tools.test.ts'),
  ),
  guard(
    'limit',
    'A server that floods is cut off',
    [
      'src/adapters/mcp-client/transport.ts',
      'maxBufferSize: largestMessageBytes',
      'maxBufferSize: 2 ** 40',
    ],
    e2e('gateway-faults', 'a server that floods'),
  ),
  guard(
    'owner',
    'A session of the relay is its token’s alone',
    [
      'src/surfaces/mcp/relay-sessions.ts',
      'session?.owner !== upstream.owner || !session',
      '!session',
    ],
    e2e('relay'),
  ),
  guard(
    'allow-list',
    'No request goes to a link-local or metadata address, whoever names it',
    [target, 'isForbiddenHost(url.hostname)', 'false'],
    unit(addressTest, 'is never asked'),
  ),
  guard(
    'allow-list',
    'The names under which clouds hand out secrets are refused',
    [addresses, 'forbiddenNames.test(bare) || ', ''],
    unit(addressTest, 'is never asked'),
  ),
  guard(
    'allow-list',
    'No name leads to a link-local or metadata address',
    [addresses, 'isForbiddenAddress(address))', 'address === undefined)'],
    unit(addressTest, 'is refused when it is looked up'),
  ),
  guard(
    'allow-list',
    'An upstream sends neither the gateway nor a relayed request elsewhere',
    ['src/network/guarded-fetch.ts', "redirect: 'error'", "redirect: 'follow'"],
    attack('strangers', 'a malicious upstream: redirects'),
  ),
  guard(
    'limit',
    'A refusal is answered by a second request only where thinking is bound elsewhere',
    [
      'src/surfaces/proxy/upstream/thinking-dropper.ts',
      'text !== undefined && bound.isRefusal(status, text) ? dropping() : undefined',
      'text !== undefined ? dropping() : undefined',
    ],
    e2e('proxy-bound-thinking', 'other refusals come back as they are'),
  ),
  guard(
    'owner',
    'What a server asks during a call goes to the client behind that call alone',
    [
      'src/adapters/mcp-client/tool-servers.ts',
      'JSON.stringify([server, person, client.key, client.capabilities, number])',
      'JSON.stringify([server, person, client.capabilities])',
    ],
    e2e('gateway-carries', 'each of two clients is asked about its own call'),
  ),
  guard(
    'owner',
    'Nobody answers a question that another caller was asked',
    ['src/surfaces/mcp/held-calls.ts', 'known?.owner === owner', 'known'],
    unit('src/surfaces/mcp/held-calls.test.ts'),
  ),
  guard(
    'owner',
    'A session of /mcp is its own token’s alone',
    ['src/surfaces/mcp/client-sessions.ts', 'known && known.owner === ownerOf(visitor)', 'known'],
    unit('src/surfaces/mcp/client-sessions.test.ts'),
  ),
  guard(
    'allow-list',
    'Where the person can be asked, the model does not confirm for itself',
    [
      'src/core/discover/gateway/consent.ts',
      "if (verdict.effect === 'confirm' && !isLeftToClient)",
      "if (verdict.effect === 'confirm' && consent === 'missing')",
    ],
    unit('src/core/discover/gateway/consent.test.ts'),
  ),
  guard(
    'allow-list',
    'Only an accept of the person is consent',
    ['src/core/discover/gateway/consent.ts', "if (action === 'accept') return", 'return'],
    unit('src/core/discover/gateway/consent.test.ts'),
  ),
  guard(
    'limit',
    'The time of a call runs on after a question was answered',
    [
      'src/adapters/mcp-client/calls/patience.ts',
      'timer = setTimeout(() => over.abort(), Math.max(0, leftMs))',
      '',
    ],
    unit('src/adapters/mcp-client/calls/patience.test.ts'),
  ),
  guard(
    'limit',
    'No server is started for a client once the daemon stops',
    ['src/adapters/mcp-client/links/links.ts', 'if (isClosed) throw', 'if (false) throw'],
    unit('src/adapters/mcp-client/links/links.test.ts', 'no server is started'),
  ),
  guard(
    'limit',
    'A session that ended starts no server',
    [
      'src/surfaces/mcp/relay-pump.ts',
      'if (closing.signal.aborted) return\n    // The first',
      '// The first',
    ],
    unit('src/surfaces/mcp/relay-pump.test.ts', 'starts no server'),
  ),
  guard(
    'limit',
    'A server that ignores every request to end is ended',
    ['src/adapters/mcp-client/end-quickly.ts', "signal(family, 'SIGKILL')", 'undefined'],
    unit('src/adapters/mcp-client/links/links.test.ts', 'ignores every request'),
  ),
  guard(
    'limit',
    'A server that npx or a shell started ends with it',
    [
      'src/adapters/mcp-client/end-quickly.ts',
      'await processFamily(pid)',
      '(void processFamily, [pid])',
    ],
    unit('src/adapters/mcp-client/end-quickly.test.ts', 'ends with it'),
  ),
  guard(
    'expiry',
    'A server is not kept for ever for a task that never ends',
    ['src/surfaces/mcp/open-tasks.ts', '.some((end) => end > now())', '.length > 0'],
    unit('src/surfaces/mcp/shared-link.test.ts', 'never said to end'),
  ),
  guard(
    'owner',
    'What a server started to outlive it is not ended with it',
    [
      'src/adapters/mcp-client/process-group.ts',
      '.filter((child) => groupOf(child) === group)',
      '.filter(() => group)',
    ],
    unit('src/adapters/mcp-client/end-quickly.test.ts', 'outlive'),
  ),
  guard(
    'owner',
    'A task is its token’s alone',
    ['src/surfaces/mcp/tasks/tasks.ts', 'if (one && one.owner === owner)', 'if (one)'],
    unit('src/surfaces/mcp/tasks/tasks.test.ts', 'token’s alone'),
  ),
  guard(
    'owner',
    'Where no token is asked for, a session lists its own tasks alone',
    ['src/surfaces/mcp/tasks/tasks.ts', "(owner !== '' || one.session === session)", 'true'],
    unit('src/surfaces/mcp/tasks/tasks.test.ts', 'each session lists its own'),
  ),
  guard(
    'limit',
    'There are two hundred tasks at most',
    ['src/surfaces/mcp/tasks/tasks.ts', 'if (!makeRoom()) return undefined', ''],
    unit('src/surfaces/mcp/tasks/tasks.test.ts', 'two hundred tasks'),
  ),
  guard(
    'expiry',
    'A task that nobody comes back for ends',
    [
      'src/surfaces/mcp/tasks/tasks.ts',
      'setTimeout(() => one.forget(), ttlMs)',
      'setTimeout(() => 0)',
    ],
    unit('src/surfaces/mcp/tasks/tasks.test.ts', 'ends with its time'),
  ),
  guard(
    'owner',
    'The tools of one client’s connection are shown to that client alone',
    [
      'src/core/discover/gateway/client-tools.ts',
      '!ofClients.has(id) || own?.has(id) === true',
      'true',
    ],
    unit('src/core/discover/gateway/client-tools.test.ts', 'to others it is not there'),
  ),
  guard(
    'quarantine',
    'A server that waits shows nothing more to a client that can be asked',
    [
      'src/core/discover/gateway/upstreams.ts',
      'if ((await recordOf(catalog, server))?.isQuarantined !== false) return\n    const { tools }',
      'const { tools }',
    ],
    unit('src/core/discover/gateway/client-tools.test.ts', 'waits for approval'),
  ),
]
