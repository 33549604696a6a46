import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operations } from '../../src/operations/all.ts'
import { type Held, questions } from './namespaces/every-operation.ts'
import { chatHistory } from './proxy/histories.ts'
import { type Provider, startProvider } from './proxy/provider.ts'
import { postJson, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

const needle = 'zanzibar-needle'
let provider: Provider
let daemon: RunningDaemon
let held: Held
const tokens = { blue: '', red: '' }

type Team = keyof typeof tokens

const as = (team: Team, path: string, body: unknown, headers = {}) =>
  postJson(daemon.url + path, body, { 'x-tamis-token': tokens[team], ...headers })

async function api(team: Team, name: string, input: object): Promise<string> {
  return (await as(team, `/api/${name}`, input)).text
}

beforeAll(async () => {
  provider = await startProvider()
  daemon = await startTamis({
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
      TAMIS_MASK_MIN_CHARS: '100',
      TAMIS_KNOWLEDGE_ROOTS: '/nowhere',
    },
  })
  tokens.blue = await makeToken('gardener', 'blue')
  tokens.red = await makeToken('painter', 'red')
  held = await fill('blue')
}, 60_000)
afterAll(async () => {
  await daemon.stop()
  await provider.close()
})

async function makeToken(name: string, namespace: string): Promise<string> {
  const wish = { name, namespace, scope: 'admin' }
  const { body } = await postJson(`${daemon.url}/api/token.create`, wish)
  return (body as { token: string }).token
}

/** Something with the needle in every kind of store. */
async function fill(team: Team): Promise<Held> {
  const lines = Array.from({ length: 80 }, (_, at) => `line ${at} of a garden ${needle}`)
  const pruned = await as(team, '/api/prune', {
    text: lines.join('\n'),
    goal: needle,
    keep_ratio: 0.2,
  })
  await api(team, 'catalog.register', {
    server: 'garden',
    tools: [{ name: 'dig', description: `Dig up turnips ${needle}` }],
  })
  await api(team, 'capabilities.register', {
    name: 'turnips',
    intent: `Dig up turnips ${needle}`,
    dag: { tasks: [{ id: 'a', tool: 'tool:tamis:health', arguments: {}, dependsOn: [] }] },
  })
  await api(team, 'trace.record', { intent: needle, tools: ['tool:garden:dig'], success: true })
  await api(team, 'knowledge.ingest_text', {
    id: 'turnip-book',
    title: `Turnips ${needle}`,
    text: `# Turnips\n\nTurnips grow in a field called ${needle}.`,
    source: `book-${needle}`,
  })
  const remembered = await as(team, '/api/memory.remember', {
    text: `Turnips need a bed called ${needle}.`,
    story: 'PD-1',
    tags: ['turnips'],
  })
  await api(team, 'memory.clarify', {
    story: 'PD-1',
    project: 'garden',
    domain: 'garden',
    answers: [`turnips ${needle}`, needle, needle, needle],
  })
  const masked = await throughProxy(team)
  return {
    needle,
    documentId: 'turnip-book',
    pruneId: (pruned.body as { prune_id: string }).prune_id,
    memoryId: (remembered.body as { id: string }).id,
    ...masked,
  }
}

async function throughProxy(team: Team): Promise<{ maskedId: string; requestId: string }> {
  const messages = chatHistory(60).map((message) =>
    message.role === 'tool' ? { ...message, content: `${needle} ${message.content}` } : message,
  )
  const sent = await as(team, '/v1/chat/completions', { model: 'gpt-5', messages })
  expect(sent.status).toBe(200)
  const maskedId = String(provider.seen.at(-1)?.body).match(/msk_\d{18}/)?.[0] ?? ''
  const requestId = await vi.waitFor(
    async () => {
      const found = (await api(team, 'requests.list', {})).match(/"id":"([^"]+)"/)?.[1]
      if (found === undefined) throw new Error('not listed yet')
      return found
    },
    { timeout: 10_000 },
  )
  return { maskedId, requestId }
}

const revealing = Object.entries(questions).flatMap(([name, asked]) =>
  asked.filter(({ isRevealing }) => isRevealing).map(({ input }) => ({ name, input })),
)

test('asks every operation', () => {
  expect(Object.keys(questions).sort()).toEqual(operations.map(({ name }) => name).sort())
})

test.each(revealing)('$name shows the owner what is theirs', async ({ name, input }) => {
  expect(await api('blue', name, input(held))).toContain(needle)
})

test.each(operations.map(({ name }) => name))(
  '%s shows another namespace nothing of it',
  async (name) => {
    for (const { input } of questions[name] ?? []) {
      const answer = await as('red', `/api/${name}`, input(held))
      // Refused for what it is about, never for its form.
      expect(answer.text).not.toMatch(/internal_error|"details":\{"path"/)
      expect(answer.text).not.toContain(needle)
      expect(answer.text).not.toContain('gardener')
    }
  },
)

test('nor does the daemon’s own set-up, and models are added from the default namespace alone', async () => {
  const shown = await as('red', '/api/config.show', {})
  const keys = (shown.body as { settings: { key: string }[] }).settings.map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(5)
  expect(
    keys.filter((key) => /^(?:server|gateway|store|proxy|memory|knowledge)\./.test(key)),
  ).toEqual([])
  expect(shown.text).not.toContain(daemon.home)
  const added = await as('red', '/api/models.add', { folder: '/etc' })
  expect(added.body).toMatchObject({ error: { code: 'scope_insufficient' } })
})

test('nor do /rpc, /mcp, the list of upstreams or the events', async () => {
  const recover = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'recover_text',
      arguments: {
        prune_id: held.pruneId,
        ranges: [{ start_line: 1, end_line: 9 }],
        include_line_numbers: false,
      },
    },
  }
  const accept = 'application/json, text/event-stream'
  for (const path of ['/rpc', '/mcp', '/mcp?profile=transparent']) {
    expect((await as('red', path, recover, { accept })).text).toContain('prune_id_not_found')
    expect((await as('blue', path, recover, { accept })).text).toContain(needle)
  }
  expect(await firstRows('red')).not.toContain(needle)
  expect(await firstRows('blue')).toContain(needle)
})

/** What the stream of events gives who follows it from the beginning. */
async function firstRows(team: Team): Promise<string> {
  await api(team, 'prune', { text: 'a\nb', goal: 'b' })
  const left = new AbortController()
  const response = await fetch(`${daemon.url}/api/events?after=0`, {
    headers: { 'x-tamis-token': tokens[team] },
    signal: left.signal,
  })
  let seen = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    seen += decoder.decode(chunk)
    if (seen.includes('event: rows')) break
  }
  left.abort()
  return seen
}

test.each(revealing)('after all that, $name still finds it', async ({ name, input }) => {
  expect(await api('blue', name, input(held))).toContain(needle)
})

test('the default namespace sees neither, and its admins see who may come in', async () => {
  const rows = await postJson(`${daemon.url}/api/ledger.list`, {})
  expect(rows.text).not.toContain(needle)
  const listed = await postJson(`${daemon.url}/api/token.list`, {})
  expect(listed.text).toContain('gardener')
})

test('a command works on the namespace it names', async () => {
  const list = (...more: readonly string[]) =>
    runTamis(['memory', 'list', '--json', '--home', daemon.home, ...more])
  const [blue, plain, wrong] = await Promise.all([
    list('--namespace', 'blue'),
    list(),
    list('--namespace', '../blue'),
  ])
  expect(blue.stdout).toContain(needle)
  expect(plain.stdout).not.toContain(needle)
  expect(wrong.stdout + wrong.stderr).toContain('cannot be a namespace')
}, 30_000)
