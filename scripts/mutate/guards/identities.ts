import { e2e, guard, unit } from '../guard.ts'

const client = 'src/adapters/mcp-client'
const login = e2e('gateway-login')
const files = unit('src/adapters/credentials/credentials.test.ts')
const seal = 'src/adapters/credentials/seal.ts'

/** Logins and secrets of people at upstream servers. */
export const identityGuards = [
  guard(
    'owner',
    'Only who began a login ends it',
    [`${client}/oauth/logins.ts`, 'login.person === personOf(caller) && ', ''],
    login,
  ),
  guard(
    'expiry',
    'An answer of a browser counts once',
    [`${client}/oauth/logins.ts`, 'begun.delete(state)', ''],
    login,
  ),
  guard(
    'allow-list',
    'A login is made only for the address that was configured',
    [`${client}/oauth/find-authorization.ts`, 'resource !== undefined &&', 'resource === null &&'],
    login,
  ),
  guard(
    'allow-list',
    'A login goes only to the address it was made for',
    [
      `${client}/oauth/login-record.ts`,
      'return record.url === url ? record : undefined',
      'return record.url === "" ? undefined : record',
    ],
    unit('src/adapters/mcp-client/identities.test.ts'),
  ),
  guard(
    'allow-list',
    'A browser is sent back only to its own machine',
    [
      `${client}/oauth/logins.ts`,
      'if (redirectUri !== undefined) requireLoopback(redirectUri)',
      '',
    ],
    unit('src/adapters/mcp-client/identities.test.ts'),
  ),
  guard(
    'owner',
    'Each person has a connection of their own',
    [
      `${client}/identities.ts`,
      "return (await readLogin(credentials, definition, own)) ? own : ''",
      "return ''",
    ],
    login,
  ),
  guard(
    'owner',
    'A secret is used for the person who set it alone',
    [`${client}/identities.ts`, 'if (definition.callerNames.length > 0) return own', ''],
    unit('src/adapters/mcp-client/identities.test.ts'),
  ),
  guard(
    'allow-list',
    'A secret goes only to the server it was set for',
    [
      `${client}/caller-values.ts`,
      'return kept.target === targetOf(definition) ? kept.value : undefined',
      'return kept.value',
    ],
    unit('src/adapters/mcp-client/identities.test.ts'),
  ),
  guard(
    'limit',
    'Connections of people are bounded',
    [
      `${client}/tool-servers.ts`,
      'if (own.length < mostOwn) return',
      'if (personal.length >= 0) return',
    ],
    unit('src/adapters/mcp-client/identities.test.ts'),
  ),
  guard(
    'digest',
    'A secret opens under its own name alone',
    [seal, '.setAAD(Buffer.from(JSON.stringify(name))).setAuthTag', '.setAuthTag'],
    files,
  ),
  guard(
    'path',
    'A key that others can read is not used',
    ['src/adapters/credentials/load-key.ts', '(facts.mode & 0o077) !== 0', 'facts.mode === 0'],
    files,
  ),
  guard(
    'path',
    'Files of secrets are their owner’s alone',
    ['src/adapters/credentials/credentials.ts', "'wx', 0o600", "'wx', 0o644"],
    files,
  ),
  guard(
    'lock',
    'Two processes agree on one key',
    [
      'src/adapters/credentials/load-key.ts',
      "if (error.code === 'EEXIST') return false",
      "if (error.code === 'EEXIST') return true",
    ],
    files,
  ),
  guard(
    'allow-list',
    'No outgoing request of the gateway goes to a metadata address',
    ['src/network/guarded-fetch.ts', '    requireAllowed(url)\n', ''],
    unit('src/network/guarded-fetch.test.ts'),
  ),
  guard(
    'allow-list',
    'No name leads the gateway to a metadata address',
    ['src/network/guarded-fetch.ts', ', lookup }', ' }'],
    unit('src/network/guarded-fetch.test.ts'),
  ),
]
