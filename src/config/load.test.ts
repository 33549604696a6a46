import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configTemplate } from './change/template.ts'
import { describeConfig, loadConfig } from './load.ts'
import { projectConfig, trust } from './trust.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tamis-config-'))
const home = newFolder()
const load = (toml: string, env: Record<string, string> = {}, values = {}) => {
  const file = join(newFolder(), 'tamis.toml')
  writeFileSync(file, toml)
  return loadConfig({ home, config: file, values }, env, newFolder())
}

test('names a variable of a server as it is written', () => {
  const server = '[gateway.servers.notes]\ncommand = "notes"\nenv = { NOTES_FILE_PATH = "plain" }'
  expect(() => load(server)).toThrow(/`gateway\.servers\.notes\.env\.NOTES_FILE_PATH`/)
})

test('is useful with nothing configured', () => {
  const { config } = loadConfig({ home }, {}, newFolder())
  expect(config.server).toMatchObject({ host: '127.0.0.1', port: 8006 })
  expect(config.prune).toMatchObject({ backend: 'heuristic', pruneIdTtlS: 604_800 })
})

test('lets flags win over the environment, and that over the file', () => {
  const toml = '[server]\nport = 1\nhost = "::1"\n[prune]\nmax_input_chars = 5'
  const { config, origins } = load(
    toml,
    { MCP_PRUNER_PORT: '2', TAMIS_HOST: '127.0.0.2' },
    { 'server.port': '3' },
  )
  expect(config.server).toMatchObject({ port: 3, host: '127.0.0.2' })
  expect(config.prune.maxInputChars).toBe(5)
  expect(origins.get('server.port')).toBe('--port')
  expect(origins.get('server.host')).toBe('TAMIS_HOST')
  expect(origins.get('prune.max_input_chars')).toMatch(/tamis\.toml$/)
})

test.each([
  ['MCP_PRUNER_HOST', 'server.host', '127.0.0.9', '127.0.0.9'],
  ['MCP_PRUNER_PORT', 'server.port', '9000', 9000],
  ['MCP_PRUNER_MAX_INPUT_CHARS', 'prune.max_input_chars', '10', 10],
  ['MCP_PRUNER_PRUNE_ID_TTL_S', 'prune.prune_id_ttl_s', '60', 60],
  ['MCP_PRUNER_CACHE_TTL_S', 'prune.cache_ttl_s', '61', 61],
  ['MCP_PRUNER_CACHE_MAX_ITEMS', 'prune.cache_max_items', '7', 7],
  ['MCP_PRUNER_CACHE_MAX_ENTRIES', 'prune.cache_max_items', '8', 8],
  ['KIMI_PRUNING_BACKEND', 'prune.backend', 'cloud', 'cloud'],
  [
    'DEEPINFRA_ENDPOINT_URL',
    'deepinfra.endpoint_url',
    'http://127.0.0.1:1/x',
    'http://127.0.0.1:1/x',
  ],
  ['DEEPINFRA_TIMEOUT_MS', 'deepinfra.timeout_ms', '9', 9],
  ['DEEPINFRA_MAX_DOCS', 'deepinfra.max_docs', '128', 128],
])('honours %s', (variable, key, text, value) => {
  const loaded = load('', { [variable]: text })
  const described = describeConfig(loaded).find((setting) => setting.key === key)
  expect(described).toMatchObject({ key, value, origin: variable })
})

test('honours the [mcp_pruner] table', () => {
  const { config } = load(`[mcp_pruner]
backend = "deepinfra"
deepinfra_timeout_ms = 20000
deepinfra_max_docs = 64
cache_ttl_s = 30
cache_max_entries = 256`)
  expect(config.prune.backend).toBe('deepinfra')
  expect(config.deepinfra).toMatchObject({ timeoutMs: 20_000, maxDocs: 64 })
})

test('an unknown backend in the old variable is as if it were not set', () => {
  const toml = '[mcp_pruner]\nbackend = "deepinfra"'
  expect(load(toml, { KIMI_PRUNING_BACKEND: 'magic' }).config.prune.backend).toBe('deepinfra')
  expect(load(toml, { KIMI_PRUNING_BACKEND: 'heuristic' }).config.prune.backend).toBe('heuristic')
})

test.each([
  { toml: '[server]\nprot = 1', says: /unknown key `server\.prot`/, hint: /server\.port/ },
  { toml: 'port = 1', says: /unknown key `port`/, hint: /server\.port/ },
  {
    toml: '[gateway.upstreams.files]\ncommand = "npx"',
    says: /unknown key `gateway\.upstreams\.files\.command`/,
    hint: /^Keys of `gateway`: servers, strict, /,
  },
  { toml: '[tools]\nnames = []', says: /unknown key `tools\.names`/, hint: /^Sections: server, / },
  {
    toml: '[gateway.servers.files]\ncommand = "npx"\nenv = { LEVEL = "canary" }',
    says: /gateway\.servers\.files\.env\.LEVEL.*must be "\$\{NAME\}".*could be a secret/,
  },
  { toml: '[server]\nport = "high"', says: /`server\.port`/ },
  { toml: '[server]\nport = 70000', says: /`server\.port`/ },
  { toml: '[server', says: /line 1/ },
  {
    toml: '[mcp_pruner]\ndeepinfra_api_key = "sk-canary"',
    says: /`mcp_pruner\.deepinfra_api_key` is a secret/,
    hint: /DEEPINFRA_API_KEY/,
  },
  { toml: '[deepinfra]\napi_key = "sk-canary"', says: /is a secret/, hint: /DEEPINFRA_API_KEY/ },
])('refuses $toml', ({ toml, says, hint }) => {
  const refusal = (): unknown => load(toml)
  expect(refusal).toThrow(says)
  expect(refusal).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  expect(refusal).not.toThrow(/canary/)
  if (hint) expect(refusal).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) }))
})

test('refuses a variable that is not a number, by name', () => {
  expect(() => load('', { MCP_PRUNER_PORT: 'x' })).toThrow(/MCP_PRUNER_PORT: `server\.port`/)
})

test.each(['postgres://tamis:canary@db/tamis', 'postgres://db/tamis?user=tamis&password=canary'])(
  'refuses the password of %s in a file, and hides it from the environment',
  (url) => {
    expect(() => load(`[store]\nurl = "${url}"`)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('is a secret'),
        hint: expect.stringContaining('TAMIS_DATABASE_URL'),
      }),
    )
    const loaded = load('', { TAMIS_DATABASE_URL: url })
    expect(loaded.config.store.url).toBe(url)
    expect(JSON.stringify(describeConfig(loaded))).not.toContain('canary')
  },
)

test('takes an address without a password from a file', () => {
  const loaded = load('[store]\nurl = "postgres://tamis@db/tamis"')
  expect(loaded.config.store.url).toBe('postgres://tamis@db/tamis')
  expect(() => load('[store]\nurl = "mysql://db/tamis"')).toThrow(/postgres:/)
})

test('hides secrets when it describes itself', () => {
  const loaded = load('', { DEEPINFRA_API_KEY: 'sk-canary', TAMIS_TOKEN: 'canary-canary-canary' })
  expect(loaded.config.deepinfra.apiKey).toBe('sk-canary')
  expect(JSON.stringify(describeConfig(loaded))).not.toContain('canary')
})

test('reads the configuration of a folder only while it is trusted as it is', () => {
  const folder = newFolder()
  const file = projectConfig(folder)
  const loadHere = () => loadConfig({ home }, {}, folder)
  writeFileSync(file, '[server]\nport = 4242')
  expect(loadHere()).toMatchObject({ untrusted: file, config: { server: { port: 8006 } } })
  trust(home, file)
  expect(loadHere().config.server.port).toBe(4242)
  writeFileSync(file, '[server]\nport = 4243')
  expect(loadHere()).toMatchObject({ untrusted: file, config: { server: { port: 8006 } } })
})

test('writes a template that changes nothing and, uncommented, is valid', () => {
  const template = configTemplate()
  expect(load(template).origins.size).toBe(0)
  const uncommented = template.replace(/^# (\w+ = (?!"").*)$/gm, '$1')
  expect(load(uncommented).origins.size).toBeGreaterThan(10)
})
