import { expect, test } from 'vitest'
import { daemonForFile, log, pruneLog } from './prune/call-tool.ts'
import { startTamis } from './tamis.ts'

const { api, call, result } = daemonForFile()

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

test('recovers by search term', async () => {
  const { prune_id } = await result('prune_text', pruneLog)
  const { body } = await api('/api/recover', {
    id: prune_id,
    search: 'Refused',
    context_lines: 0,
  })
  expect(body).toMatchObject({ raw_text: 'ERROR: connection to orders-db refused\n' })
})

test('recovers what is hidden inside a very long line by its columns', async () => {
  const line = Array.from({ length: 9000 }, (_, at) => `"key${at}":${at}`).join(',')
  const input = { text: `{${line}}\n`, goal: 'key4500', keep_ratio: 0.05 }
  const { body } = await api('/api/prune', input)
  const pruned = body as { prune_id: string; pruned_text: string; cuts: Cut[] }
  let restored = pruned.pruned_text
  for (const { marker, line, start_column, end_column } of pruned.cuts) {
    const columns = { line, start_column, end_column }
    const hidden = await api('/api/recover', { id: pruned.prune_id, columns })
    restored = restored.replace(marker, () => (hidden.body as { raw_text: string }).raw_text)
  }
  expect(pruned.pruned_text).toContain('"key4500":4500')
  expect(pruned.cuts.length).toBeGreaterThan(1)
  expect(restored).toBe(input.text)
})

interface Cut {
  readonly marker: string
  readonly line: number
  readonly start_column: number
  readonly end_column: number
}
