import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands, homeWith } from '../e2e/gateway-stage.ts'
import { startProvider } from '../e2e/proxy/provider.ts'
import { newFolder, postJson, type RunningDaemon, runTamis, startTamis } from '../e2e/tamis.ts'

const canary = 'canary-5e1f9b-secret-key'

/** A little of everything that writes into the home. */
async function useEverything({ url, home }: RunningDaemon, secret = ''): Promise<void> {
  const text = Array.from({ length: 400 }, (_, line) => `line ${line} of a log`).join('\n')
  await postJson(`${url}/api/prune`, { text, goal: 'line 7' })
  await postJson(`${url}/api/memory.remember`, { text: 'Close the pool', story: 'PD-1' })
  await postJson(`${url}/api/memory.inject`, { story: 'PD-2', query_text: 'pool' })
  await postJson(`${url}/api/memory.clarify`, {
    story: 'PD-1',
    project: 'app',
    domain: 'tooling',
    answers: ['a', 'b', 'c', 'd'],
  })
  await postJson(`${url}/api/knowledge.ingest_text`, {
    id: 'a',
    text: '# Retry\n\nThe limit is five.',
  })
  await postJson(`${url}/api/discover`, { intent: 'work on a text' })
  await postJson(`${url}/api/execute`, { id: 'tool:well:work', args: { text: 'x' } })
  const headers = { authorization: `Bearer ${secret}`, 'x-api-key': secret }
  for (const model of ['fine', 'fault-500', 'fault-reset'])
    await postJson(
      `${url}/v1/chat/completions`,
      { model, messages: [{ role: 'user', content: 'hi' }] },
      headers,
    )
  await runTamis(['token', 'create', 'reader', '--scope', 'read', '--home', home])
  await runTamis(['trust', '--home', home])
}

function filesIn(folder: string): readonly { path: string; mode: number; isFolder: boolean }[] {
  return [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ].map((path) => {
    const { mode } = statSync(path)
    return { path, mode: mode & 0o777, isFolder: statSync(path).isDirectory() }
  })
}

test('a stolen or shared disk: every file is 0600 and every folder 0700, whatever the umask', async ({
  skip,
}) => {
  if (process.platform === 'win32') return skip('modes mean nothing here')
  const home = join(newFolder(), 'home')
  const daemon = await startTamis({ home, under: ['sh', '-c', 'umask 000; exec "$@"', 'sh'] })
  await useEverything(daemon)
  const open = filesIn(home).filter(({ mode, isFolder }) => mode !== (isFolder ? 0o700 : 0o600))
  expect(open.map(({ path, mode }) => `${path} ${mode.toString(8)}`)).toEqual([])
  expect(filesIn(home).length).toBeGreaterThan(8)
  await daemon.stop()
})

test('keys of providers, servers and models are in no file, log, answer, or list of processes', async () => {
  const provider = await startProvider()
  const home = homeWith(
    {
      well: { args: commands.misbehaving('well') },
      broken: { args: ['-e', 'console.error("no such database");process.exit(1)'] },
    },
    '[gateway.servers.well.env]\nSERVER_KEY = "$\u007bCANARY}"\n',
  )
  const daemon = await startTamis({
    home,
    env: {
      CANARY: canary,
      OPENAI_API_KEY: `${canary}-openai`,
      ANTHROPIC_API_KEY: `${canary}-anthropic`,
      TAMIS_EMBEDDER_API_KEY: `${canary}-embedder`,
      TAMIS_LLM_KIND: 'openai',
      TAMIS_LLM_MODEL: 'x',
      TAMIS_LLM_BASE_URL: 'http://127.0.0.1:9/v1',
      TAMIS_LLM_API_KEY: `${canary}-llm`,
      DEEPINFRA_API_KEY: `${canary}-deepinfra`,
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
    },
  })
  await useEverything(daemon, `${canary}-client`)
  const asked = [
    'config.show',
    'doctor',
    'gateway.list',
    'gateway.doctor',
    'ledger.list',
    'requests.list',
    'knowledge.schema',
    'models.list',
    'token.list',
  ]
  const answers = await Promise.all(
    asked.map(async (name) => (await postJson(`${daemon.url}/api/${name}`, {})).text),
  )
  const failed = await postJson(`${daemon.url}/api/knowledge.ask`, {
    query: 'what is the retry limit',
  })
  const metrics = await (await fetch(`${daemon.url}/metrics`)).text()
  expect([...answers, failed.text, metrics].filter((text) => text.includes(canary))).toEqual([])
  expect(daemon.stderr()).not.toContain(canary)
  if (process.platform === 'linux')
    for (const pid of [daemon.process.pid, ...childrenOf(daemon.process.pid)])
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(canary)
  await daemon.stop()
  const holding = filesIn(home).filter(
    ({ path, isFolder }) => !isFolder && readFileSync(path).includes(canary),
  )
  expect(holding).toEqual([])
  await provider.close()
})

function childrenOf(pid: number | undefined): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}
