import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder, postJson, type RunningDaemon, startTamis } from './tamis.ts'

let daemon: RunningDaemon

beforeAll(async () => {
  daemon = await startTamis({ env: { MCP_PRUNER_MAX_INPUT_CHARS: '3000000' } })
})
afterAll(async () => {
  await daemon.stop()
})

const options = {
  max_prune_ratio: 0.8,
  min_keep_lines: 1,
  timeout_ms: 5000,
  annotate_lines: false,
  include_markers: true,
}

interface Reply {
  readonly result?: { readonly content: readonly { readonly text: string }[] }
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data: Record<string, unknown>
  }
}

async function call(name: string, args: unknown, url = daemon.url): Promise<Reply> {
  const body = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } }
  return (await postJson(`${url}/rpc`, body)).body as Reply
}

async function result(name: string, args: unknown, url = daemon.url) {
  const reply = await call(name, args, url)
  return JSON.parse(reply.result?.content[0]?.text ?? JSON.stringify(reply))
}

const log = Array.from({ length: 400 }, (_, index) =>
  index === 250
    ? 'ERROR: connection to orders-db refused'
    : `step ${index} finished in ${index} ms`,
).join('\n')
const pruneLog = {
  text: log,
  goal_hint: 'why does the orders-db connection fail',
  source_type: 'logs',
  options,
}

test('tools/list carries the two schemas of the contract, to the letter', async () => {
  const { body } = await postJson(`${daemon.url}/rpc`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: {},
  })
  const { tools } = (body as { result: { tools: { name: string; inputSchema: unknown }[] } }).result
  const schemaOf = (name: string): unknown => tools.find((tool) => tool.name === name)?.inputSchema
  expect(schemaOf('prune_text')).toEqual({
    type: 'object',
    properties: {
      text: { type: 'string' },
      goal_hint: { type: 'string' },
      source_type: { type: 'string', enum: ['code', 'logs', 'docs'] },
      options: {
        type: 'object',
        properties: {
          max_prune_ratio: { type: 'number', minimum: 0, maximum: 1 },
          min_keep_lines: { type: 'integer', minimum: 0 },
          timeout_ms: { type: 'integer', minimum: 1 },
          annotate_lines: { type: 'boolean' },
          include_markers: { type: 'boolean' },
        },
        required: [
          'max_prune_ratio',
          'min_keep_lines',
          'timeout_ms',
          'annotate_lines',
          'include_markers',
        ],
        additionalProperties: false,
      },
    },
    required: ['text', 'goal_hint', 'source_type', 'options'],
    additionalProperties: false,
  })
  const line = { type: 'integer', minimum: 1 }
  expect(schemaOf('recover_text')).toEqual({
    type: 'object',
    properties: {
      prune_id: { type: 'string' },
      ranges: {
        type: 'array',
        items: {
          type: 'object',
          properties: { start_line: line, end_line: line },
          required: ['start_line', 'end_line'],
          additionalProperties: false,
        },
      },
      include_line_numbers: { type: 'boolean' },
    },
    required: ['prune_id', 'ranges', 'include_line_numbers'],
    additionalProperties: false,
  })
})

test('the example of the contract: four lines, keep L1, then recover', async () => {
  const pruned = await result('prune_text', {
    text: 'L1\nL2\nL3\nL4',
    goal_hint: 'garder L1',
    source_type: 'docs',
    options: {
      max_prune_ratio: 0.75,
      min_keep_lines: 1,
      timeout_ms: 1500,
      annotate_lines: true,
      include_markers: true,
    },
  })
  expect(pruned.prune_id).toMatch(/^prn_[a-z2-7]{16}$/)
  expect(pruned.pruned_text.split('\n')[0]).toBe('1│ L1')
  expect(pruned.stats.pruned_ratio).toBeLessThanOrEqual(0.75)
  const recovered = await result('recover_text', {
    prune_id: pruned.prune_id,
    ranges: [{ start_line: 1, end_line: 50 }],
    include_line_numbers: true,
  })
  expect(recovered).toEqual({
    raw_text: '1│ L1\n2│ L2\n3│ L3\n4│ L4',
    metadata: {
      prune_id: pruned.prune_id,
      ranges: [{ start_line: 1, end_line: 4 }],
      line_numbering: 'original',
    },
  })
})

test('prunes within its constraints, marks what it hides, and gives it back', async () => {
  const pruned = await result('prune_text', pruneLog)
  expect(pruned.pruned_text).toContain('ERROR: connection to orders-db refused')
  expect(pruned.stats).toMatchObject({
    original_lines: 400,
    used_fallback: false,
    backend: 'heuristic',
  })
  expect(pruned.stats.pruned_ratio).toBeLessThanOrEqual(0.8)
  expect(pruned.stats.kept_lines + pruned.stats.pruned_lines).toBe(400)
  expect(pruned.stats.tokens_est_after).toBeLessThan(pruned.stats.tokens_est_before)
  for (const annotation of pruned.annotations) {
    const { original_start_line: start, original_end_line: end } = annotation
    expect(annotation.marker).toBe(
      `⟦PRUNÉ: prune_id=${pruned.prune_id} lignes ${start}-${end} (${end - start + 1}) raison=${annotation.reason}⟧`,
    )
    expect(pruned.pruned_text.split('\n')).toContain(annotation.marker)
    const { raw_text } = await result('recover_range', {
      prune_id: pruned.prune_id,
      ranges: [{ start_line: start, end_line: end }],
      include_line_numbers: false,
    })
    expect(log).toContain(raw_text)
  }
})

test('the same call gives the same bytes in another process', async () => {
  const other = await startTamis({ home: newFolder() })
  const strip = ({ stats, ...rest }: { stats: { elapsed_ms: number } }) => ({
    ...rest,
    stats: { ...stats, elapsed_ms: 0 },
  })
  const [here, there] = [
    await result('prune_text', pruneLog),
    await result('prune_text', pruneLog, other.url),
  ]
  expect(strip(there)).toEqual(strip(here))
  await other.stop()
})

test.each([
  {
    name: 'an input over the limit',
    args: { text: 'x\n'.repeat(2_000_000) },
    warning: 'input_too_large',
  },
  {
    name: 'a timeout of 1 ms',
    args: { text: `${log}\n`.repeat(100), options: { ...options, timeout_ms: 1 } },
    warning: 'timeout',
  },
])('lets $name pass whole, with a warning, recoverable', async ({ args, warning }) => {
  const input = { ...pruneLog, ...args }
  const pruned = await result('prune_text', input)
  expect(pruned).toMatchObject({ annotations: [], stats: { used_fallback: true } })
  expect(pruned.pruned_text).toBe(input.text)
  expect(pruned.warnings).toContain(warning)
  const recovered = await result('recover_text', {
    prune_id: pruned.prune_id,
    ranges: [{ start_line: 2, end_line: 2 }],
    include_line_numbers: false,
  })
  expect(input.text).toContain(recovered.raw_text)
})

test('constraints that cannot be met let the text pass, with a warning', async () => {
  const pruned = await result('prune_text', {
    ...pruneLog,
    options: { ...options, min_keep_lines: 10_000 },
  })
  expect(pruned).toMatchObject({
    pruned_text: log,
    annotations: [],
    stats: { kept_lines: 400, used_fallback: true },
    warnings: ['constraints_unmet'],
  })
})

test('an unknown id is -32004 with its code', async () => {
  const reply = await call('recover_text', {
    prune_id: 'prn_nope',
    ranges: [],
    include_line_numbers: false,
  })
  expect(reply.error).toMatchObject({
    code: -32004,
    message: 'prune_id_not_found',
    data: { code: 'prune_id_not_found', prune_id: 'prn_nope' },
  })
})

test.each([
  { start_line: 3, end_line: 2 },
  { start_line: 0, end_line: 2 },
  { start_line: -1, end_line: -1 },
])('a range from $start_line to $end_line is -32005', async (range) => {
  const { prune_id } = await result('prune_text', pruneLog)
  const reply = await call('recover_text', {
    prune_id,
    ranges: [range],
    include_line_numbers: false,
  })
  expect(reply.error).toMatchObject({
    code: -32005,
    message: 'invalid_range',
    data: { code: 'invalid_range' },
  })
})

test('clamps a range past the end, and joins ranges in the order asked', async () => {
  const { prune_id } = await result('prune_text', pruneLog)
  const ranges = [
    { start_line: 400, end_line: 9999 },
    { start_line: 1, end_line: 1 },
    { start_line: 500, end_line: 600 },
  ]
  const { raw_text } = await result('recover_text', {
    prune_id,
    ranges,
    include_line_numbers: false,
  })
  expect(raw_text).toBe('step 399 finished in 399 ms\nstep 0 finished in 0 ms\n')
})

test('an id expires with its time to live', async () => {
  const short = await startTamis({ env: { MCP_PRUNER_PRUNE_ID_TTL_S: '1' } })
  const { prune_id } = await result('prune_text', pruneLog, short.url)
  const args = { prune_id, ranges: [], include_line_numbers: false }
  await expect
    .poll(async () => (await call('recover_text', args, short.url)).error?.code, { timeout: 5000 })
    .toBe(-32004)
  await short.stop()
})

test.each([
  {
    path: 'options.max_prune_ratio',
    args: { ...pruneLog, options: { ...options, max_prune_ratio: 2 } },
  },
  { path: 'options', args: { text: '', goal_hint: '', source_type: 'logs' } },
  { path: 'source_type', args: { ...pruneLog, source_type: 'poem' } },
])('bad arguments are -32602 and name $path', async ({ path, args }) => {
  const reply = await call('prune_text', args)
  expect(reply.error).toMatchObject({ code: -32602, data: { path } })
})

test('every id that was returned recovers after kill -9 in a burst', async () => {
  const victim = await startTamis()
  const returned: { id: string; text: string }[] = []
  const burst = Array.from({ length: 8 }, async (_, worker) => {
    for (let round = 0; ; round++) {
      const text = `${worker}/${round}\n${log}`
      const pruned = await result('prune_text', { ...pruneLog, text }, victim.url)
      returned.push({ id: pruned.prune_id, text })
      if (returned.length === 60) void victim.stop('SIGKILL')
    }
  })
  await Promise.allSettled(burst)
  expect(returned.length).toBeGreaterThanOrEqual(60)
  const revived = await startTamis({ home: victim.home })
  for (const { id, text } of returned) {
    const args = {
      prune_id: id,
      ranges: [{ start_line: 1, end_line: 1000 }],
      include_line_numbers: false,
    }
    expect((await result('recover_text', args, revived.url)).raw_text).toBe(text)
  }
  await revived.stop()
})

test('prunes and recovers odd texts exactly, over the wire', async () => {
  for (const text of ['', '\n', 'a\rb\r\nc', 'no end', '\u0000\n\ud800\n🙂\nשלום\n'.repeat(40)]) {
    const pruned = await result('prune_text', { ...pruneLog, text })
    const ranges = [{ start_line: 1, end_line: 100_000 }]
    const { raw_text } = await result('recover_text', {
      prune_id: pruned.prune_id,
      ranges,
      include_line_numbers: false,
    })
    expect(raw_text).toBe(text)
  }
})

test('the open operation detects the type, keeps a budget and explains', async () => {
  const input = { text: log, goal: 'orders-db', budget_tokens: 300, explain: true }
  const { status, body } = await postJson(`${daemon.url}/api/prune`, input)
  expect(status).toBe(200)
  const pruned = body as { stats: { tokens_est_after: number }; blocks: { reason: string }[] }
  expect(pruned.stats.tokens_est_after).toBeLessThanOrEqual(300)
  expect(pruned.blocks.length).toBeGreaterThan(0)
})

test('recovers by search term', async () => {
  const { prune_id } = await result('prune_text', pruneLog)
  const { body } = await postJson(`${daemon.url}/api/recover`, {
    id: prune_id,
    search: 'Refused',
    context_lines: 0,
  })
  expect(body).toMatchObject({ raw_text: 'ERROR: connection to orders-db refused\n' })
})

test('recovers what is hidden inside a very long line by its columns', async () => {
  const line = Array.from({ length: 9000 }, (_, at) => `"key${at}":${at}`).join(',')
  const input = { text: `{${line}}\n`, goal: 'key4500', keep_ratio: 0.05 }
  const { body } = await postJson(`${daemon.url}/api/prune`, input)
  const pruned = body as { prune_id: string; pruned_text: string; cuts: Cut[] }
  let restored = pruned.pruned_text
  for (const { marker, line, start_column, end_column } of pruned.cuts) {
    const columns = { line, start_column, end_column }
    const hidden = await postJson(`${daemon.url}/api/recover`, { id: pruned.prune_id, columns })
    restored = restored.replace(marker, () => (hidden.body as { raw_text: string }).raw_text)
  }
  expect(pruned.cuts.length).toBeGreaterThan(1)
  expect(restored).toBe(input.text)
})

interface Cut {
  readonly marker: string
  readonly line: number
  readonly start_column: number
  readonly end_column: number
}

test('the ledger knows each prune and recovery', async () => {
  const { prune_id } = await result('prune_text', { ...pruneLog, goal_hint: 'a goal of its own' })
  await call('recover_text', { prune_id, ranges: [], include_line_numbers: false })
  const { body } = await postJson(`${daemon.url}/api/ledger.list`, { ref: prune_id })
  const { entries } = body as { entries: { kind: string; goal?: string }[] }
  expect(entries.map((entry) => entry.kind)).toEqual(['recover', 'prune'])
  expect(entries[1]).toMatchObject({
    goal: 'a goal of its own',
    source: 'rpc',
    lines: { before: 400 },
  })
})

type Play = (response: ServerResponse, documents: number) => void

async function withDeepInfra<Value>(
  play: Play,
  env: Record<string, string>,
  use: (url: string, calls: () => number) => Promise<Value>,
): Promise<Value> {
  let calls = 0
  const cloud = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      calls++
      play(response, JSON.parse(body).documents.length)
    })
  })
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}/`
  const cloudy = await startTamis({
    env: {
      KIMI_PRUNING_BACKEND: 'cloud',
      DEEPINFRA_API_KEY: 'sk-canary',
      DEEPINFRA_ENDPOINT_URL: endpoint,
      ...env,
    },
  })
  try {
    return await use(cloudy.url, () => calls)
  } finally {
    expect(cloudy.stderr()).not.toContain('canary')
    await cloudy.stop()
    cloud.closeAllConnections()
    cloud.close()
  }
}

const reply =
  (status: number, body: (documents: number) => string): Play =>
  (response, documents) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body(documents))
  }

test('the cloud backend adds its scores, its stats and its cache', async () => {
  // The cloud insists on the first window; nothing local would.
  const play = reply(200, (documents) =>
    JSON.stringify({
      scores: Array.from({ length: documents }, (_, index) => (index === 0 ? 1 : 0)),
    }),
  )
  await withDeepInfra(play, {}, async (url, calls) => {
    const first = await result('prune_text', pruneLog, url)
    expect(first.pruned_text).toContain('step 1 finished')
    expect(first.stats).toMatchObject({
      backend: 'deepinfra',
      used_fallback: false,
      deepinfra_http_status: 200,
      deepinfra_docs_scored: 400,
      deepinfra_docs_total: 400,
      deepinfra_cached: false,
      tokens_saved_est: first.stats.tokens_est_before - first.stats.tokens_est_after,
      cost_estimated_usd: expect.any(Number),
    })
    expect(first.stats.pruned_ratio).toBeLessThanOrEqual(0.8)
    const again = await result('prune_text', pruneLog, url)
    expect(again).toMatchObject({ prune_id: first.prune_id, pruned_text: first.pruned_text })
    expect(again.stats).toMatchObject({ deepinfra_cached: true, deepinfra_latency_ms: 0 })
    expect(again.warnings).toContain('cache_hit')
    expect(calls()).toBe(1)
  })
})

test.each([
  { name: '401', play: reply(401, () => '{}'), code: 'deepinfra_http_error', status: 401 },
  { name: '429', play: reply(429, () => '{}'), code: 'deepinfra_http_error', status: 429 },
  { name: 'bad JSON', play: reply(200, () => 'oops'), code: 'deepinfra_parse_error', status: 200 },
  {
    name: 'a wrong length',
    play: reply(200, () => '{"scores":[1]}'),
    code: 'deepinfra_parse_error',
    status: 200,
  },
  {
    name: 'a reset',
    play: ((response) => response.destroy()) as Play,
    code: 'deepinfra_http_error',
  },
  {
    name: 'a timeout',
    play: (() => undefined) as Play,
    code: 'deepinfra_http_error',
    env: { DEEPINFRA_TIMEOUT_MS: '50' },
  },
  {
    name: 'no key',
    play: reply(200, () => '{}'),
    code: 'deepinfra_config_error',
    env: { DEEPINFRA_API_KEY: '' },
  },
])('falls back to the local scores on $name', async ({ play, code, status, env = {} }) => {
  await withDeepInfra(play, env, async (url) => {
    const pruned = await result('prune_text', pruneLog, url)
    expect(pruned.warnings).toEqual(expect.arrayContaining(['deepinfra_error', code]))
    expect(pruned.stats).toMatchObject({ used_fallback: true, backend: 'heuristic' })
    expect(pruned.stats.deepinfra_http_status).toBe(status)
    expect(pruned.pruned_text).toContain('ERROR: connection to orders-db refused')
    expect(pruned.stats.pruned_ratio).toBeGreaterThan(0)
  })
})
