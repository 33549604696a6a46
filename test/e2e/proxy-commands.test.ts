import { writeFileSync } from 'node:fs'
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

test('replay reads sessions of every form and recommends a policy', async () => {
  const at = (turn: number): string => new Date(turn * 60_000).toISOString()
  const claude = anthropicHistory(60).map((message, turn) =>
    JSON.stringify({ type: message.role, message, timestamp: at(turn) }),
  )
  const codex = responsesHistory(60).map((payload, turn) =>
    JSON.stringify({ type: 'response_item', payload, timestamp: at(turn) }),
  )
  const files = [
    save('chat.json', { messages: chatHistory(60) }),
    save('claude.jsonl', claude.join('\n')),
    save('codex.jsonl', ['{"type":"session_meta"}', ...codex].join('\n')),
  ]
  const told = await runTamis(['replay', ...files, '--home', newFolder()])
  expect(told.stdout).toMatch(/3 sessions, 180 calls/)
  expect(told.stdout).toMatch(/Recommended: window \d+, payback/)
  const { stdout } = await runTamis([
    'replay',
    ...files,
    '--json',
    '--ttl-s',
    '30',
    '--home',
    newFolder(),
  ])
  const { rows } = JSON.parse(stdout)
  expect(rows[0]).toMatchObject({ policy: 'no masking', cached_ratio: 1, calls: 180 })
  const none = { tokens: 0, chars: 0, cost_cached: 0, cost_uncached: 0 }
  expect(rows[0].delta_pct).toEqual(none)
  const saving = rows.find(({ policy }: { policy: string }) => policy === 'window 4, payback 0.5')
  expect(saving.delta_pct.tokens).toBeLessThan(-10)
  expect(saving.tokens / rows[0].tokens).toBeCloseTo(1 + saving.delta_pct.tokens / 100, 3)
  const bad = await runTamis(['replay', save('x.json', '{"a":1}'), '--home', newFolder()])
  expect(bad.code).toBe(1)
  expect(bad.stderr).toContain('no conversation')
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
