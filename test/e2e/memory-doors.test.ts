import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postJson, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

let daemon: RunningDaemon

beforeAll(async () => {
  daemon = await startTamis()
})
afterAll(async () => {
  await daemon.stop()
})

test('an agent remembers, injects and searches through the memory profile', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const url = new URL(`${daemon.url}/mcp?profile=memory`)
  await client.connect(new StreamableHTTPClientTransport(url))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'memory_remember',
    'memory_inject',
    'memory_search',
  ])
  const call = async (name: string, parameters: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: parameters })
    const [first] = content as { text: string }[]
    return JSON.parse(first?.text ?? '')
  }
  const lesson = { text: 'Close the pool before exit', story: 'PD-1', tags: ['node'] }
  const { id } = await call('memory_remember', lesson)
  expect(id).toMatch(/^lrn_[a-z2-7]{16}$/)
  const { block, shown } = await call('memory_inject', {
    story: 'PD-2',
    query_text: 'close the pool',
  })
  expect(shown).toEqual([id])
  expect(await call('memory_remember', { ...lesson, text: block })).toEqual({ kind: 'echo' })
  const { hits, rankedBy } = await call('memory_search', { query: 'pool' })
  expect([hits[0].id, rankedBy]).toEqual([id, 'words and vectors'])
  await client.close()
})

test('HTTP and the command line see the same memory', async () => {
  const posted = await postJson(`${daemon.url}/api/memory.remember`, {
    text: 'Drain the queue on shutdown',
    story: 'PD-7',
  })
  expect(posted.status).toBe(200)
  const searched = await runTamis(['memory', 'search', 'drain queue', '--home', daemon.home])
  expect(searched.stdout).toContain('Drain the queue on shutdown')
  const refused = await postJson(`${daemon.url}/api/memory.remember`, { text: 'x', story: 'nope' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('story: not of the form PD-301')
})

test('an id that no memory has is an error at every door', async () => {
  const posted = await postJson(`${daemon.url}/api/memory.show`, { id: 'lrn_nope' })
  expect(posted.status).toBe(404)
  expect(posted.text).toContain('"memory_not_found"')
  const shown = await runTamis(['memory', 'show', 'lrn_nope', '--home', daemon.home])
  expect([shown.code, shown.stdout]).toEqual([1, ''])
  expect(shown.stderr).toContain('No memory has the id lrn_nope')
})

test('clarify reads a JSON array or separated texts from stdin, byte for byte', async () => {
  const words = ['memory', 'clarify', '--story', 'PD-9', '--project', 'app', '--domain', 'api']
  const answers = ['one\r\n', ' two', '---', 'four\n']
  const clarify = (input: string) => runTamis([...words, '--home', daemon.home], { input })
  expect((await clarify(JSON.stringify(answers))).code).toBe(0)
  expect((await clarify('a\n---\nb\n\n---\nc\n---\nd\n')).code).toBe(0)
  const lines = readFileSync(join(daemon.home, 'memory', 'clarifications.jsonl'), 'utf8')
  const verbatims = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).verbatim)
  expect(new Set(verbatims)).toEqual(new Set([...answers, 'a', 'b\n', 'c', 'd']))
  const formless = await runTamis([...words, '--story', 'nope', '--home', daemon.home])
  expect([formless.code, formless.stderr]).toEqual([
    2,
    expect.stringContaining('--story: not of the form PD-301'),
  ])
  const few = await clarify('only one')
  expect(few.code).toBe(2)
  expect(few.stderr).toContain('Found 1 answer on stdin instead of 4')
})
