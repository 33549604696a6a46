import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenLocally } from '../support/listen-locally.ts'
import { newFolder, postJson, type RunningDaemon, startTamis } from './tamis.ts'

const seen: { readonly url: string; readonly body: string }[] = []
let tamis: RunningDaemon
let provider: { readonly url: string; close(): Promise<void> }

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ url: request.url ?? '', body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  provider = await listenLocally(server)
  const home = newFolder()
  const sections = ['ollama', 'azure', 'vertex', 'gemini'].map((wire) => {
    const version = { vertex: '/v1', gemini: '/v1beta' }[wire] ?? ''
    return `[proxy.upstreams.my-${wire}]\nwire = "${wire}"\nbase_url = "${provider.url}${version}"`
  })
  const mask = '[mask]\ncommit_every_turns = 1\nwindow_turns = 1'
  writeFileSync(join(home, 'tamis.toml'), [...sections, mask].join('\n'))
  tamis = await startTamis({ home, env: {} })
})

afterAll(async () => {
  await tamis.stop()
  await provider.close()
})

const long = 'a line of a file\n'.repeat(40)
const turns = (turn: (id: string) => readonly object[]): readonly object[] =>
  ['a', 'b', 'c'].flatMap(turn)

const chat = turns((id) => [
  { role: 'assistant', tool_calls: [{ id, function: { name: 'read', arguments: '{}' } }] },
  { role: 'tool', tool_call_id: id, content: long },
])
const claude = turns((id) => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: long }] },
])
const ollama = turns(() => [
  { role: 'assistant', tool_calls: [{ function: { name: 'read', arguments: {} } }] },
  { role: 'tool', tool_name: 'read', content: long },
])
const contents = turns((id) => [
  { role: 'model', parts: [{ functionCall: { id, name: 'read', args: {} } }] },
  {
    role: 'user',
    parts: [{ functionResponse: { id, name: 'read', response: { output: long } } }],
  },
])
const publishers = '/v1/projects/p/locations/us-east5/publishers'

test.each([
  ['/api/chat', { model: 'qwen3', messages: ollama }],
  ['/openai/deployments/my-gpt/chat/completions?api-version=1', { messages: chat }],
  [`${publishers}/anthropic/models/claude-opus-4-5@20251101:rawPredict`, { messages: claude }],
  [`${publishers}/anthropic/models/claude-opus-4-5:streamRawPredict`, { messages: claude }],
  [`${publishers}/google/models/gemini-2.5-pro:generateContent`, { contents }],
  ['/u/my-gemini/v1beta/models/gemini-2.5-pro:generateContent', { contents }],
])('%s reaches its provider with its old results masked', async (path, body) => {
  const { status } = await postJson(`${tamis.url}${path}`, body)
  expect(status).toBe(200)
  const { url, body: sent } = seen.at(-1) ?? { url: '', body: '' }
  expect(url).toBe(path.replace('/u/my-gemini', ''))
  expect(sent.match(/msk_\d{18}/g)).toHaveLength(2)
  expect(JSON.parse(sent)).toMatchObject(Object.keys(body).length === 2 ? { model: 'qwen3' } : {})
})
