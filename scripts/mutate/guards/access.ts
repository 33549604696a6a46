import { e2e, fault, guard, unit } from '../guard.ts'

const access = 'src/surfaces/http/access.ts'
const gate = 'src/surfaces/http/gate.ts'
const tokens = 'src/core/access/access-tokens.ts'
const tokensTest = 'src/core/access/access-tokens.test.ts'
const limits = 'src/core/access/request-limits.ts'

/** Who comes in, and how far. */
export const accessGuards = [
  guard(
    'owner',
    'A connection that another namespace used is turned to the own one first',
    [
      'src/adapters/postgres/connections.ts',
      'if (schemaOf.get(client) === schema) return',
      'if (schemaOf.has(client)) return',
    ],
    unit('src/adapters/postgres/connections.test.ts', 'each sees its own rows alone'),
  ),
  guard(
    'path',
    'Nothing that others put into the schema public is taken for ours',
    ['src/adapters/postgres/connections.ts', '"${schema}", pg_temp', '"${schema}", public'],
    unit('src/adapters/postgres/connections.test.ts', 'have nothing of the schema public'),
  ),
  guard(
    'allow-list',
    'Addresses, keys, folders and what is run are changed in the file alone',
    ['src/compose/config-file.ts', "if (effectOf(key) === 'never')", 'if (false)'],
    e2e('config-set', 'is refused, and the file stays as it was'),
  ),
  guard(
    'allow-list',
    'A request under a foreign Host is refused',
    [access, "!access.hosts.has(host ?? '')", 'false'],
    e2e('access', 'refuses a foreign Host at'),
  ),
  guard(
    'allow-list',
    'A request with two Hosts is refused',
    [access, "countHeader(request, 'host') !== 1 || ", ''],
    e2e('access', 'refuses two Hosts'),
  ),
  guard(
    'allow-list',
    'A request with an absolute address is refused',
    [access, '!isPlainPath || ', ''],
    e2e('access', 'refuses two Hosts'),
  ),
  guard(
    'allow-list',
    'A page of another origin is refused',
    [access, 'origin !== undefined && !access.origins.has(origin)', 'false'],
    e2e('access', 'refuses foreign and null Origins'),
  ),
  guard(
    'allow-list',
    'A daemon that serves the network asks for a token',
    [
      'src/surfaces/daemon.ts',
      'settings.requireToken || settings.token !== undefined || !isLoopback(settings.host)',
      'settings.requireToken || settings.token !== undefined',
    ],
    e2e('access', 'will not open itself to the network'),
  ),
  guard(
    'allow-list',
    'A body a form could send is refused',
    [
      'src/surfaces/http/app.ts',
      "requireJson(context.req.header('content-type'))",
      'void requireJson',
    ],
    e2e('access', 'to a body a form could send'),
  ),
  guard(
    'signature',
    'Where tokens are asked for, nobody enters without one',
    [gate, 'if (isTokenNeeded) throw tokenInvalid()', ''],
    e2e('access', 'asks for the token at'),
  ),
  guard(
    'signature',
    'A token that is brought is checked, also where none is needed',
    [gate, 'if (!known) throw tokenInvalid()', 'if (!known) return undefined'],
    e2e('tokens', 'a revoked token opens nothing'),
  ),
  guard(
    'signature',
    'The secret of a token counts, not only its id',
    [tokens, ' || !isSameDigest(token.hash, digest(text))', ''],
    unit(tokensTest, 'another secret under a known id'),
  ),
  guard(
    'expiry',
    'An expired token opens nothing',
    [tokens, 'if (hasExpired(token)) return undefined', ''],
    unit(tokensTest, 'from the moment it expires'),
  ),
  guard(
    'expiry',
    'A token revoked here is refused at once',
    [tokens, 'looked.delete(token.id)', ''],
    unit(tokensTest, 'a revoked token is refused at once'),
  ),
  guard(
    'expiry',
    'A token revoked elsewhere is looked up again',
    [tokens, 'if (known && now() - known.at < rememberedMs)', 'if (known)'],
    unit(tokensTest, 'a revoked token is refused at once'),
  ),
  guard(
    'limit',
    'A token sends as many requests a minute as it may',
    [limits, 'if (left < 1) return Math.ceil((1 - left) / perMs)', ''],
    unit('src/core/access/request-limits.test.ts'),
  ),
  guard(
    'limit',
    'The gate counts the requests of a token',
    [gate, 'countRequest(limits, known)', 'void countRequest'],
    e2e('tokens', 'says 429 and when'),
  ),
  guard(
    'scope',
    'A token does not do more than its scope',
    [
      'src/core/access/token-text.ts',
      'scopes.indexOf(caller.scope) >= scopes.indexOf(needed)',
      'scopes.includes(caller.scope)',
    ],
    unit(tokensTest, 'a token of scope'),
  ),
  guard(
    'scope',
    'Every operation asks for its scope, whichever way it is called',
    ['src/operations/operation.ts', 'requireScope(call.caller, scope, facts.name)', ''],
    e2e('tokens', 'asks for the scope at /rpc and /mcp'),
  ),
  guard(
    'owner',
    'Tokens of a namespace are made by it or by the default one',
    [
      tokens,
      'async create({ name, scope, namespace = own, lifetimeMs, requestsPerMinute }) {\n      requireReach(own, namespace)',
      'async create({ name, scope, namespace = own, lifetimeMs, requestsPerMinute }) {',
    ],
    unit(tokensTest, 'the default namespace makes tokens'),
  ),
  guard(
    'owner',
    'Tokens of a namespace are revoked by it or by the default one',
    [
      tokens,
      'async revoke(name, namespace = own) {\n      requireReach(own, namespace)',
      'async revoke(name, namespace = own) {',
    ],
    unit(tokensTest, 'the default namespace makes tokens'),
  ),
  guard(
    'owner',
    'A namespace sees its own tokens only',
    [tokens, 'all.filter(({ namespace }) => reaches(own, namespace))', 'all'],
    unit(tokensTest, 'the default namespace makes tokens'),
  ),
  guard(
    'owner',
    'A request works on the namespace of its token',
    ['src/surfaces/daemon.ts', 'caller ? await engineOf(caller.namespace) : root', 'root'],
    e2e('namespaces', 'nor do /rpc, /mcp'),
  ),
  guard(
    'allow-list',
    'Only the files of the dashboard are shown without a token',
    ['src/surfaces/http/route-table.ts', "method === 'GET' && ", ''],
    e2e('access', 'takes no other method there'),
  ),
  guard(
    'signature',
    'The token of the environment is compared whole',
    [
      gate,
      'left.length === right.length && timingSafeEqual(left, right)',
      'left.length === right.length',
    ],
    e2e('access', 'asks for the token at'),
  ),
  guard(
    'limit',
    'Tokens that were looked up are remembered up to a number',
    [tokens, 'if (looked.size >= mostRemembered) looked.clear()', ''],
    unit(tokensTest),
  ),
  guard(
    'limit',
    'A pause does not save up more than a minute of requests',
    [
      limits,
      'Math.min(perMinute, last.left + (at - last.at) * perMs)',
      'last.left + (at - last.at) * perMs',
    ],
    unit('src/core/access/request-limits.test.ts'),
  ),
  guard(
    'scope',
    'Gateway, proxy, metrics and events need the scope that their row of the table says',
    ['src/surfaces/daemon.ts', "if (who !== 'caller') requireScope(caller, who, title)", ''],
    e2e('tokens', 'does not reach the gateway'),
  ),
  guard(
    'expiry',
    'A clock that is set back revives nothing',
    ['src/adapters/node/steady-clock.ts', 'Math.max(wall(), latest + count - counted)', 'wall()'],
    unit('src/adapters/node/steady-clock.test.ts'),
    fault('machine', 'a clock that jumps back'),
  ),
  guard(
    'expiry',
    'A restart under a clock that is set back revives nothing',
    ['src/compose/shared-parts.ts', 'if (newest) clock.isAtLeast(newest.at)', ''],
    fault('machine', 'a clock that jumps back'),
  ),
  guard(
    'limit',
    'A clock that is set back blocks nobody',
    ['src/surfaces/daemon.ts', 'requestLimits(() => performance.now())', 'requestLimits(Date.now)'],
    fault('machine', 'a clock that jumps back'),
  ),
  guard(
    'expiry',
    'What could not be loaded once is loaded later',
    ['src/adapters/tokenizer/tokenizer.ts', 'loading = undefined\n', '\n'],
    unit('src/adapters/tokenizer/tokenizer.test.ts', 'what could not be loaded'),
  ),
  guard(
    'expiry',
    'A thread that counts tokens and ended is started again',
    [
      'src/adapters/tokenizer/tokenizer-thread.ts',
      'if (worker === started) worker = undefined',
      'void worker',
    ],
    unit('src/adapters/tokenizer/tokenizer-thread.test.ts', 'a thread that ends tells all'),
  ),
  guard(
    'expiry',
    'What a revoked token has open is closed',
    [
      'src/surfaces/http/open-requests.ts',
      'for (const response of open.get(id) ?? []) response.destroy()',
      'void open.get(id)',
    ],
    e2e('tokens', 'what a token has open ends'),
  ),
  guard(
    'owner',
    'A token made anew under the same name inherits no session',
    ['src/surfaces/mcp/visitor-of.ts', 'caller.tokenId ?? ownerOfEnvironment', 'caller.name'],
    e2e('relay', 'a session is its token'),
  ),
  guard(
    'expiry',
    'Sessions of a revoked token are stopped',
    [
      'src/surfaces/mcp/relay-sessions.ts',
      'await Promise.all(ended.map(([id]) => end(id)))',
      'void ended',
    ],
    unit('src/surfaces/mcp/relay-sessions.test.ts'),
  ),
  guard(
    'allow-list',
    'What a page of another site loads without an Origin is refused',
    [access, 'origin === undefined && isFromAnotherSite(request)', 'false'],
    e2e('access', 'page loads without an Origin'),
  ),
  guard(
    'lock',
    'A lock that was removed lets no second daemon in',
    ['src/surfaces/cli/commands/daemon/up.ts', 'if (await isServed(home)) {', 'if (false) {'],
    e2e('lifecycle', 'removing the lock'),
  ),
  guard(
    'limit',
    'A line of an archive is not unfolded without end',
    ['src/adapters/archive-file/lines.ts', 'if (bytes > mostBytes)', 'if (false)'],
    unit('src/core/archive/archive.test.ts', 'a line that unfolds'),
  ),
  guard(
    'expiry',
    'What a store that is away last said of a token is not believed for ever',
    [tokens, '!known || now() - known.at >= believedMs', '!known'],
    unit(tokensTest, 'nobody is let in on an old word'),
  ),
  guard(
    'allow-list',
    'A command is passed through a filter only where it says plainly what it does',
    ['src/core/hooks/hooks.ts', 'unclear.test(withoutWords(own))', 'false'],
    unit('src/core/hooks/filtered-command.test.ts', 'stays as it is'),
  ),
  guard(
    'limit',
    'What hooks tell of sessions is forgotten in time',
    ['src/core/hooks/hook-sessions.ts', 'if (map.size <= most) return', 'return'],
    unit('src/core/hooks/hook-sessions.test.ts', 'forgotten first'),
  ),
  guard(
    'scope',
    'A hook needs a token that may write',
    [
      'src/operations/traffic/hook.ts',
      "effect: 'write',\n  tool: { name: 'hook',",
      "effect: 'read',\n  tool: { name: 'hook',",
    ],
    e2e('hooks', 'a hook needs one that may write'),
  ),
]
