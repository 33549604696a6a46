import { attack, e2e, guard, unit } from '../guard.ts'

const target = 'src/surfaces/proxy/target.ts'
const addresses = 'src/surfaces/proxy/addresses.ts'
const addressTest = 'src/surfaces/proxy/addresses.test.ts'
const chooses = attack('smuggling', 'nobody but the configuration chooses')

/** Where requests go, and what servers behind us may do. */
export const upstreamGuards = [
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
    unit('src/surfaces/proxy/target.test.ts'),
    attack('providers', 'goes to no other, though a header may name it'),
  ),
  guard(
    'path',
    'No path leads out of the base URL of its provider',
    ['src/surfaces/proxy/admit.ts', 'if (leavesItsBase(url)) throw outsideBase()', ''],
    attack('providers', 'goes to no path outside of it'),
  ),
  guard(
    'allow-list',
    'An answer sets nothing for our own address',
    ['src/surfaces/proxy/headers.ts', '!forOurOrigin.test(name)', 'true || !name'],
    unit('src/surfaces/proxy/headers.test.ts'),
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
    'allow-list',
    'An upstream does not send a relayed request elsewhere',
    ['src/adapters/mcp-client/exchange.ts', "redirect: 'error'", "redirect: 'follow'"],
    attack('strangers', 'a malicious upstream: redirects'),
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
      'if (known.textHash === fresh.textHash) return { ...fresh, state: known.state }',
      'if (known) return { ...fresh, state: known.state }',
    ],
    unit('src/core/discover/catalog/adopt-tools.test.ts'),
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
    'quarantine',
    'A relay calls approved tools only',
    [
      'src/core/discover/gateway/relay.ts',
      "if (method === 'tools/call') await allowedTool(deps, server, nameIn(params))",
      "if (method === 'tools/call') void nameIn(params)",
    ],
    e2e('relay', 'a server that waits for approval'),
  ),
  guard(
    'quarantine',
    'A server that waits for approval is asked nothing but harmless questions',
    [
      'src/core/discover/gateway/relay.ts',
      'else if (!harmless.includes(method)) await requireApproved(deps, server)',
      '',
    ],
    e2e('relay', 'a server that waits for approval'),
  ),
  guard(
    'allow-list',
    'A destructive tool asks first',
    ['src/core/discover/run/execute.ts', 'confirm !== true && deps.needsConfirm(tool)', 'false'],
    e2e('gateway', 'asks before destruction'),
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
    ['src/surfaces/mcp/relay-sessions.ts', 'session?.owner !== desk.owner || !session', '!session'],
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
    'An upstream does not send the gateway elsewhere',
    [
      'src/adapters/mcp-client/transport.ts',
      "requestInit: { headers: definition.headers, redirect: 'error' },",
      "requestInit: { headers: definition.headers }, redirectPolicy: 'follow',",
    ],
    attack('strangers', 'a malicious upstream: redirects'),
  ),
]
