import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeConfig, type LoadedConfig, loadConfig } from './load.ts'
import { withShared } from './shared.ts'

function own(toml: string, environment: Record<string, string> = {}): LoadedConfig {
  const home = mkdtempSync(join(tmpdir(), 'tamis-shared-'))
  writeFileSync(join(home, 'tamis.toml'), toml)
  return loadConfig({ home }, environment, home)
}

const shared = `[mask]
window_turns = 3
keep_errors = false
[gateway.servers.search]
url = "https://search.example/mcp"
headers = { authorization = "Bearer \${TAMIS_SHARED_SEARCH}" }
quarantined = true
[gateway.servers.mail]
url = "https://mail.example/mcp"
`

test('what is shared lies beneath what a daemon says itself, servers one by one', () => {
  const file = '[mask]\nwindow_turns = 9\n[gateway.servers.mail]\nurl = "https://own.example/mcp"\n'
  const loaded = withShared(own(file, { TAMIS_MASK_MIN_RESULT_CHARS: '50' }), shared)
  expect(loaded.config.mask).toMatchObject({
    windowTurns: 9,
    keepErrors: false,
    minResultChars: 50,
    pruneMinTokens: 500,
  })
  expect(loaded.config.gateway.servers).toMatchObject({
    search: { url: 'https://search.example/mcp', quarantined: true },
    mail: { url: 'https://own.example/mcp' },
  })
  const origins = new Map(describeConfig(loaded).map(({ key, origin }) => [key, origin]))
  expect(origins.get('mask.keep_errors')).toBe('shared')
  expect(origins.get('mask.window_turns')).toMatch(/tamis\.toml$/)
})

test('shared rules of the gateway come after those of a daemon, and either makes it strict', () => {
  const rules =
    '[gateway]\nstrict = true\n[[gateway.rules]]\ntools = ["delete_*"]\neffect = "deny"\n'
  const file = '[[gateway.rules]]\ntokens = ["ci"]\neffect = "allow"\n'
  const { gateway } = withShared(own(file), rules).config
  expect(gateway).toMatchObject({
    strict: true,
    rules: [
      { tokens: ['ci'], effect: 'allow' },
      { tools: ['delete_*'], effect: 'deny' },
    ],
  })
  expect(withShared(own('[gateway]\nstrict = true\n'), file).config.gateway.strict).toBe(true)
})

test('an empty text shares nothing', () => {
  const loaded = own('')
  expect(withShared(loaded, '')).toEqual(loaded)
})

test.each([
  { toml: '[server]\nport = 1', because: '`server.port` cannot be shared' },
  { toml: '[embedder]\nkind = "none"', because: '`embedder.kind` cannot be shared' },
  { toml: '[gateway.servers.x]\ncommand = "sh"', because: 'gateway.servers.x.command' },
  { toml: '[gateway]\nfirst_listing_ms = 1', because: '`gateway.first_listing_ms`' },
  { toml: '[mask]\nwindow_turns = "many"', because: 'mask.window_turns' },
  { toml: '[mask]\nwindowturns = 3', because: 'unknown key' },
  { toml: '[mask', because: 'line 1' },
  {
    toml: '[gateway.servers.x]\nurl = "https://x.example"\nheaders = { authorization = "secret" }',
    because: 'could be a secret',
  },
  {
    toml: `[gateway.servers.x]\nurl = "https://x.example"\nheaders = { a = "\${OPENAI_API_KEY}" }`,
    because: 'OPENAI_API_KEY',
  },
])('refuses $toml', ({ toml, because }) => {
  expect(() => withShared(own(''), toml)).toThrow(because)
})
