import { e2e, guard, unit } from '../guard.ts'

const shared = 'src/config/shared.ts'
const sharedTest = 'src/config/shared.test.ts'
const load = 'src/config/load.test.ts'
const headers = 'src/surfaces/proxy/upstream/headers.ts'
const headersTest = 'src/surfaces/proxy/upstream/headers.test.ts'

/** What stays on this machine, and what only a person may decide. */
export const secretGuards = [
  guard(
    'allow-list',
    'A command with a provider of its own does not go through a daemon that sends elsewhere',
    [
      'src/surfaces/cli/setup/refuse-detour.ts',
      'if (value !== undefined && !isSame(value, one.url)) throw detour(one, url, value)',
      'if (value !== undefined && isSame(value, one.key)) throw detour(one, url, value)',
    ],
    e2e('proxy-commands'),
  ),
  guard(
    'allow-list',
    'A shared configuration starts no command',
    [
      shared,
      "if (!('url' in server)) throw",
      "if (!('url' in server)) continue\n    if (!server) throw",
    ],
    unit(sharedTest),
  ),
  guard(
    'allow-list',
    'A shared configuration names no private variable',
    [shared, 'if (variable !== undefined) throw privateVariable(variable)', ''],
    unit(sharedTest),
  ),
  guard(
    'allow-list',
    'A shared configuration sets nothing but masking and servers',
    [shared, 'if (alone) throw notShared(alone.setting.key)', ''],
    unit(sharedTest),
  ),
  guard(
    'allow-list',
    'A file holds no secret',
    [
      'src/config/file.ts',
      'if (setting.isSecret || (setting.mayHoldPassword && holdsPassword(value)))',
      'if (false)',
    ],
    unit(load),
  ),
  guard(
    'allow-list',
    'Settings are shown without secrets',
    ['src/config/load.ts', "if (isSecret && value !== undefined) return '(hidden)'", ''],
    unit(load, 'hides secrets when it describes itself'),
  ),
  guard(
    'allow-list',
    'A token of ours does not travel to a provider',
    [headers, 'return !holdsToken(value, token)', 'return true'],
    unit(headersTest),
    e2e('tokens', 'opens the proxy and stays here'),
  ),
  guard(
    'allow-list',
    'Headers of one connection do not travel to the next',
    [headers, '!hopByHop.has(lower) && ', ''],
    unit(headersTest),
  ),
  guard(
    'allow-list',
    'Headers that a connection names as its own do not travel',
    [headers, 'return named ? withoutNamed(kept, named) : kept', 'return kept'],
    unit(headersTest),
  ),
  guard(
    'allow-list',
    'What only a person decides is no tool in the list of a model',
    [
      'src/operations/tools.ts',
      'tool.isHidden !== true && tool.isForPeople !== true',
      'tool.isHidden !== true',
    ],
    unit('src/operations/tools.test.ts'),
  ),
  guard(
    'allow-list',
    'What only a person decides is not called by a model',
    ['src/operations/tools.ts', '.filter(({ tool }) => tool.isForPeople !== true)', ''],
    unit('src/operations/tools.test.ts'),
  ),
  guard(
    'owner',
    'Clients of one started server share it only under one token',
    [
      'src/surfaces/mcp/relay-stateless.ts',
      'JSON.stringify([upstream.server, upstream.owner])',
      'JSON.stringify([upstream.server])',
    ],
    unit('src/surfaces/mcp/relay-sessions.test.ts'),
  ),
  guard(
    'limit',
    'Relayed sessions are as many as there is room for',
    ['src/surfaces/mcp/relay-sessions.ts', ' || oldestFirst.length - index >= maxSessions', ''],
    unit('src/surfaces/mcp/relay-sessions.test.ts'),
  ),
  guard(
    'limit',
    'JSON is no deeper than the limit',
    [
      'src/surfaces/http/json-shape.ts',
      'if (json.length <= limits.depth) return undefined',
      'return undefined',
    ],
    unit('src/surfaces/http/json-shape.test.ts'),
  ),
  guard(
    'allow-list',
    'The dashboard runs our own scripts only',
    ['src/surfaces/http/static.ts', "'content-security-policy': contentSecurityPolicy,", ''],
    unit('src/surfaces/http/static.test.ts'),
  ),
  guard(
    'scope',
    'The metrics of all namespaces are for an admin of the default one',
    [
      'src/surfaces/http/metrics.ts',
      'if ((caller?.namespace ?? defaultNamespace) !== defaultNamespace)',
      'if (false)',
    ],
    e2e('metrics'),
  ),
  guard(
    'allow-list',
    'What would speak for our own address does not come from a provider',
    [headers, '!isForOurOrigin(name)', 'name.length > 0'],
    unit(headersTest),
  ),
  guard(
    'path',
    'A path does not climb out of the address of its provider',
    [
      'src/surfaces/proxy/route/admit.ts',
      "dotSegment.test(path.replace(ignoredBySome, ''))",
      'false',
    ],
    unit('src/surfaces/proxy/route/safe-path.test.ts'),
  ),
  guard(
    'owner',
    'A key goes to the address it belongs to, and to no other',
    [
      'src/surfaces/proxy/route/target.ts',
      'wanted.origin === known.origin && wanted.basePath === known.basePath ? known : wanted',
      'known.keyHeader ? { ...wanted, keyHeader: known.keyHeader } : wanted',
    ],
    unit('src/surfaces/proxy/route/target.test.ts'),
  ),
  guard(
    'owner',
    'No session of an agent is read before its user says so',
    [
      'src/surfaces/cli/files/saved-sessions.ts',
      "if (!args.isSet('yes') && !(await mayRead(context))) return { files: [], unread: [] }",
      '',
    ],
    e2e('proxy-commands', 'replay without a name finds what agents saved'),
  ),
  guard(
    'allow-list',
    'What looks like a secret is not proposed as a memory',
    [
      'src/core/memory/mine/mine-sessions.ts',
      'found.filter(({ text }) => !secret.test(text))',
      'found',
    ],
    unit('src/core/memory/mine/mine-sessions.test.ts', 'what looks like a secret'),
  ),
  guard(
    'quarantine',
    'What somebody decided about is not proposed again',
    ['src/core/memory/mine/proposals.ts', "own !== '' && !decided.has(id) && ", "own !== '' && "],
    e2e('memory-mine', 'mined proposals are kept only when accepted'),
  ),
  guard(
    'quarantine',
    'What memory put in front of an agent is no wish of its user',
    [
      'src/core/memory/mine/mine-preferences.ts',
      'sentencesOf(withoutInjected(saying.text))',
      'sentencesOf(saying.text)',
    ],
    unit('src/core/memory/mine/mine-sessions.test.ts', 'what was injected'),
  ),
  guard(
    'limit',
    'A session file of any size is not read into memory',
    ['src/adapters/agent-sessions/agent-sessions.ts', 'bytes > maxBytes', 'bytes < 0'],
    unit('src/adapters/agent-sessions/agent-sessions.test.ts'),
  ),
  guard(
    'allow-list',
    'Names in a session file are no markup of the page made from it',
    ['src/surfaces/cli/page/replay-page.ts', '(sign) => entities[sign] ?? sign', '(sign) => sign'],
    unit('src/surfaces/cli/page/replay-page.test.ts'),
  ),
]
