import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anthropicHistory, chatHistory, responsesHistory } from './proxy/histories.ts'
import { type Provider, startProvider } from './proxy/provider.ts'
import { newFolder, postJson, runTamis, startTamis } from './tamis.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

function save(name: string, value: unknown): string {
  const path = join(newFolder(), name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const agent = (turns: number): string => `
  const { chatHistory } = await import(${JSON.stringify(join(import.meta.dirname, 'proxy/histories.ts'))})
  const body = JSON.stringify({ model: 'gpt-5', messages: chatHistory(${turns}) })
  const headers = { 'content-type': 'application/json' }
  const url = process.env.OPENAI_BASE_URL + '/chat/completions'
  const answer = await fetch(url, { method: 'POST', headers, body })
  console.log(answer.headers.get('x-tamis-masked'))
  process.exit(3)
`

test('run starts a daemon, sends the command through it, and says what that saved', async () => {
  const file = save('agent.mjs', agent(60))
  const home = newFolder()
  const env = { OPENAI_BASE_URL: provider.baseUrl }
  // Its own options are none of ours.
  const command = [process.execPath, file, '--quiet', '--json']
  const ran = await runTamis(['run', '--home', home, '--', ...command], { env })
  expect(ran.code).toBe(3)
  expect(Number(ran.stdout)).toBeGreaterThan(20)
  expect(ran.stderr).toMatch(/: 1 request, \d{4,} tokens left out, about \$0\.\d\d/)
  expect((await runTamis(['status', '--json', '--home', home])).stdout).toContain('"daemon": null')
})

test('run uses the daemon that is there, and names a command that is not', async () => {
  const tamis = await startTamis({ env: { TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl } })
  const file = save('agent.mjs', agent(3))
  const ran = await runTamis(['run', '--home', tamis.home, '--', process.execPath, file])
  expect(ran).toMatchObject({ code: 3, stdout: '0\n' })
  expect(ran.stderr).toContain(tamis.url)
  const missing = await runTamis(['run', '--home', tamis.home, '--', 'no-such-command-here'])
  expect(missing.code).toBe(2)
  await tamis.stop()
})

test('run refuses a provider that the daemon would not send to, and takes our own address for none', async () => {
  const tamis = await startTamis({ env: { TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl } })
  const command = ['run', '--home', tamis.home, '--', process.execPath, save('a.mjs', agent(3))]
  const ours = await runTamis(command, { env: { OPENAI_BASE_URL: `${tamis.url}/v1` } })
  expect(ours).toMatchObject({ code: 3, stdout: '0\n' })
  const chosen = await runTamis(command, { env: { OPENAI_BASE_URL: 'https://other.example/v1' } })
  expect(chosen.code).toBe(3)
  const other = await runTamis(command, { env: { ANTHROPIC_BASE_URL: provider.baseUrl } })
  expect(other.code).toBe(2)
  expect(other.stdout).toBe('')
  expect(other.stderr).toMatch(
    /ANTHROPIC_BASE_URL leads to http.* sends to https:\/\/api\.anthropic\.com\/v1\nSet proxy\.upstreams\.anthropic/,
  )
  await tamis.stop()
}, 60_000)

test('mask shows what would leave, and the API gives the messages and keeps them recoverable', async () => {
  const file = save('chat.json', { messages: chatHistory(60) })
  const shown = await runTamis(['mask', file, '--home', newFolder()])
  expect(shown.stdout).toMatch(
    /^\d+ results masked of 122 messages \(openai-chat\), in \d+ batches/,
  )
  const tamis = await startTamis()
  const strict = { window_turns: 1, commit_every_turns: 1 }
  for (const messages of [chatHistory(3, 9), anthropicHistory(3, 9), responsesHistory(3, 9)]) {
    const { body } = await postJson(`${tamis.url}/api/mask`, { messages, policy: strict })
    const report = body as { messages: unknown[]; masked: { id: string }[] }
    expect(report.messages).toHaveLength(messages.length)
    expect(report.masked).toHaveLength(2)
    const found = await postJson(`${tamis.url}/api/recover`, { id: report.masked[0]?.id })
    expect(found.text).toContain('line 0')
  }
  const wrong = await postJson(`${tamis.url}/api/mask`, { messages: [], policy: { windows: 3 } })
  expect(wrong.status).toBe(400)
  await tamis.stop()
})

test('a recovery is a regret, counted by tool, policy and sieve', async () => {
  const tamis = await startTamis()
  const policy = { window_turns: 1, commit_every_turns: 1 }
  const { body } = await postJson(`${tamis.url}/api/mask`, { messages: chatHistory(3), policy })
  const [first] = (body as { masked: { id: string }[] }).masked
  await postJson(`${tamis.url}/api/recover`, { id: first?.id })
  await postJson(`${tamis.url}/api/recover`, { id: first?.id })
  const { body: regret } = await postJson(`${tamis.url}/api/regret`, {})
  expect(regret).toEqual({
    recoveries: 2,
    protected_tools: [],
    groups: [
      { sieve: 'mask', tool: 'read', policy: expect.stringContaining('window 1'), count: 2 },
    ],
  })
  await tamis.stop()
})

test('replay reads sessions of every form and says what each policy makes of them', async () => {
  const at = (turn: number): string => new Date(turn * 60_000).toISOString()
  const claude = anthropicHistory(60).map((message, turn) =>
    JSON.stringify({ type: message.role, message, timestamp: at(turn), sessionId: 's' }),
  )
  const codex = responsesHistory(60).map((payload, turn) =>
    JSON.stringify({ type: 'response_item', payload, timestamp: at(turn) }),
  )
  const files = [
    save('chat.json', { messages: chatHistory(60) }),
    save('claude.jsonl', claude.join('\n')),
    save('codex.jsonl', ['{"type":"session_meta","payload":{"id":"c"}}', ...codex].join('\n')),
  ]
  const told = await runTamis(['replay', ...files, '--home', newFolder()])
  expect(told.stdout).toMatch(/^\$[\d.]+: 3 sessions, 180 calls/)
  expect(told.stdout).toContain('180 calls are estimated from their words')
  const page = join(newFolder(), 'page.html')
  const { stdout } = await runTamis([
    'replay',
    ...files,
    ...['--json', '--html', page, '--ttl-s', '30', '--home', newFolder()],
  ])
  const report = JSON.parse(stdout)
  const { policies, usd, spent } = report
  expect(policies[0].policy).toBe('nothing')
  expect(policies[0].ratio).toBeCloseTo(1, 9)
  expect(policies[0].worst_ratio).toBeCloseTo(1, 9)
  expect(policies.map(({ policy }: { policy: string }) => policy)).toContain('tamis balanced')
  const parts = Object.values(spent as Record<string, number>)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(usd, 9)
  expect(spent.lapsed_caches).toBeGreaterThan(0)
  expect(readFileSync(page, 'utf8')).toContain('<title>What your sessions cost</title>')
})

test('replay names a file it cannot read, and never counts it as free', async () => {
  const good = save('chat.json', { messages: chatHistory(3) })
  const both = await runTamis(['replay', good, save('x.json', '{"a":1}'), '--home', newFolder()])
  expect(both.code).toBe(0)
  expect(both.stderr).toContain('x.json was not read: no conversation that is understood')
  expect(both.stdout).toContain('1 session, 3 calls')
  const bad = await runTamis(['replay', save('x.json', '{"a":1}'), '--home', newFolder()])
  expect(bad.code).toBe(1)
  expect(bad.stdout).toContain('No session could be read')
})

test('replay without a name finds what agents saved, and reads it only when told to', async () => {
  const home = newFolder()
  cpSync('test/fixtures/sessions/claude-code', join(home, '.claude/projects/-app'), {
    recursive: true,
  })
  cpSync('test/fixtures/sessions/pi', join(home, '.pi/agent/sessions/--app--'), { recursive: true })
  const env = { HOME: home, XDG_DATA_HOME: '', CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' }
  const asked = await runTamis(['replay', '--home', newFolder()], { env })
  expect(asked.code).toBe(2)
  expect(asked.stderr).toContain('Found 4 sessions')
  expect(asked.stderr).toContain('Add --yes to read them')
  expect(asked.stdout).toBe('')
  const told = await runTamis(['replay', '--yes', '--json', '--home', newFolder()], { env })
  expect(JSON.parse(told.stdout)).toMatchObject({
    sessions: 4,
    calls: 26,
    estimated_calls: 0,
    agents: [{ agent: 'claude-code', sessions: 2 }, { agent: 'pi' }],
    models: [{ model: 'claude-sonnet-4-5', calls: 26 }],
  })
  const one = await runTamis(
    ['replay', '--yes', '--agent', 'pi', '--limit', '1', '--json', '--home', newFolder()],
    { env },
  )
  expect(JSON.parse(one.stdout)).toMatchObject({ sessions: 1, agents: [{ agent: 'pi' }] })
  const none = await runTamis(['replay', '--yes', '--home', newFolder()], {
    env: { ...env, HOME: newFolder() },
  })
  expect(none.stderr).toContain('No saved session of a coding agent was found')
})

test('a request that a client left broken is mended when asked, and only then', async () => {
  const messages = [
    { role: 'assistant', tool_calls: [{ function: { name: 'read', arguments: '{"path' } }] },
    { role: 'tool', content: 'ok' },
  ]
  for (const repair of ['true', 'false']) {
    const env = { TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl, TAMIS_PROXY_REPAIR: repair }
    const tamis = await startTamis({ env })
    await postJson(`${tamis.url}/v1/chat/completions`, { messages, model: 'fine' })
    const sent = String(provider.seen.at(-1)?.body)
    expect(sent.includes('"tool_call_id":"call_tamis_0_0"')).toBe(repair === 'true')
    expect(sent.includes('{\\"input\\":')).toBe(repair === 'true')
    await tamis.stop()
  }
})
