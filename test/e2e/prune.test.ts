import { expect, test } from 'vitest'
import { daemonForFile, log, options, pruneLog } from './prune/call-tool.ts'
import { newFolder, startTamis } from './tamis.ts'

const { api, call, result } = daemonForFile({ MCP_PRUNER_MAX_INPUT_CHARS: '3000000' })

test('tools/list carries the two schemas of the contract, to the letter', async () => {
  const { body } = await api('/rpc', {
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

test('the open operation detects the type, keeps a budget and explains', async () => {
  const input = { text: log, goal: 'orders-db', budget_tokens: 300, explain: true }
  const { status, body } = await api('/api/prune', input)
  expect(status).toBe(200)
  const pruned = body as { stats: { tokens_est_after: number }; blocks: { reason: string }[] }
  expect(pruned.stats.tokens_est_after).toBeLessThanOrEqual(300)
  expect(pruned.blocks.length).toBeGreaterThan(0)
})

test('the ledger knows each prune and recovery', async () => {
  const { prune_id } = await result('prune_text', { ...pruneLog, goal_hint: 'a goal of its own' })
  await call('recover_text', { prune_id, ranges: [], include_line_numbers: false })
  const { body } = await api('/api/ledger.list', { ref: prune_id })
  const { entries } = body as { entries: { kind: string; goal?: string }[] }
  expect(entries.map((entry) => entry.kind)).toEqual(['recover', 'prune'])
  expect(entries[1]).toMatchObject({
    goal: 'a goal of its own',
    source: 'rpc',
    lines: { before: 400 },
  })
})
