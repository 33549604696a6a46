import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { chatHistory } from './proxy/histories.ts'
import { type Provider, startProvider } from './proxy/provider.ts'
import { newFolder, postJson, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon
const keys = { WORK_KEY: 'sk-of-work', CLOUD_KEY: 'key-of-cloud' }

const toml = (url: string): string => `
[proxy.upstreams]
openai = "${url}/usual/v1"

[proxy.upstreams.work]
wire = "openai"
base_url = "${url}/work/v1"
key_variable = "WORK_KEY"

[proxy.upstreams.cloud]
wire = "azure"
base_url = "${url}/cloud"
key_variable = "CLOUD_KEY"

[proxy.upstreams.aws]
wire = "bedrock"
base_url = "${url}/aws"
`

beforeAll(async () => {
  provider = await startProvider()
  const home = newFolder()
  writeFileSync(join(home, 'tamis.toml'), toml(provider.url))
  tamis = await startTamis({ home, env: keys })
  return async () => {
    await tamis.stop()
    await provider.close()
  }
})

const last = () => provider.seen.at(-1)
const long = { model: 'gpt-5', messages: chatHistory(60) }

test('each name has its own path, address and key, beside the usual one', async () => {
  await postJson(`${tamis.url}/v1/chat/completions`, long)
  expect(last()).toMatchObject({ url: '/usual/v1/chat/completions' })
  expect(last()?.headers.authorization).toBeUndefined()
  await postJson(`${tamis.url}/u/work/v1/chat/completions`, long)
  expect(last()).toMatchObject({
    url: '/work/v1/chat/completions',
    headers: { authorization: 'Bearer sk-of-work' },
  })
  expect(last()?.body.length).toBeLessThan(JSON.stringify(long).length / 2)
  const own = { authorization: 'Bearer mine' }
  await postJson(`${tamis.url}/u/work/v1/chat/completions`, long, own)
  expect(last()?.headers.authorization).toBe('Bearer mine')
  await fetch(`${tamis.url}/u/work/v1/models?limit=1`)
  expect(last()).toMatchObject({ method: 'GET', url: '/work/v1/models?limit=1' })
})

test("a path that is known to be a provider's goes there, with that provider's key", async () => {
  await postJson(`${tamis.url}/openai/deployments/d/embeddings?api-version=1`, { input: 'x' })
  expect(last()).toMatchObject({
    url: '/cloud/openai/deployments/d/embeddings?api-version=1',
    headers: { 'api-key': 'key-of-cloud' },
  })
})

test.each([
  ['/u/nobody/v1/chat/completions', 'No provider is called'],
  ['/v1/projects/p/locations/nowhere/models/m', 'Vertex AI'],
  ['/u/work/../v1/chat/completions', 'leads out of'],
])('%s is refused with a sentence, and reaches nobody', async (path, sentence) => {
  const before = provider.seen.length
  const { request } = await import('node:http')
  const text = await new Promise<string>((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, path }
    const sent = request(tamis.url, options, async (response) => {
      resolve((await response.setEncoding('utf8').toArray()).join(''))
    })
    sent.once('error', reject)
    sent.end('{}')
  })
  expect(text).toContain(sentence)
  expect(provider.seen).toHaveLength(before)
})

test('what is signed over its body goes on untouched, and is said once', async () => {
  const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=x, Signature=y' }
  const body = JSON.stringify({ messages: chatHistory(60) })
  for (let call = 0; call < 2; call++) {
    await postJson(`${tamis.url}/model/anthropic.claude/invoke`, body, signed)
    expect(last()).toMatchObject({ url: '/aws/model/anthropic.claude/invoke', headers: signed })
    expect(String(last()?.body)).toBe(body)
  }
  const rows = async (): Promise<readonly unknown[]> => {
    const found = { kind: 'proxy', warning: 'signed_body', limit: 10 }
    const answer = await postJson(`${tamis.url}/api/ledger.list`, found)
    return (answer.body as { entries: unknown[] }).entries
  }
  await expect.poll(async () => (await rows()).length).toBe(1)
  expect(tamis.stderr().match(/signed-untouched/g)).toHaveLength(1)
})

test('keys are shown to nobody', async () => {
  const shown = await runTamis(['config', '--home', tamis.home], { env: keys })
  expect(shown.stdout).toContain('base_url')
  expect(shown.stdout + shown.stderr + tamis.stderr()).not.toMatch(/sk-of-work|key-of-cloud/)
})

test.each([
  ['base_url = "http://a:b@x/v1"', 'belong in the environment'],
  ['base_url = "http://x/v1"\nkey_variable = "sk-123 456"', 'name of a variable'],
  ['base_url = "http://x/v1"\nkey = "sk-123"', 'key'],
])('a table with %j is refused with a sentence', async (lines, sentence) => {
  const home = newFolder()
  writeFileSync(join(home, 'tamis.toml'), `[proxy.upstreams.x]\nwire = "openai"\n${lines}\n`)
  const { code, stderr } = await runTamis(['config', '--home', home])
  expect(code).not.toBe(0)
  expect(stderr).toContain(sentence)
})
