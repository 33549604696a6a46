import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newFolder, postJson, type RunningDaemon, startTamis } from '../tamis.ts'
import { agentSession, toMessagesBody } from './agent-session.ts'
import { buildDashboard } from './browser.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

/** The real daemon with everything a dashboard can show: a provider, upstream servers, a model. */
export interface Stage {
  readonly tamis: RunningDaemon
  readonly model: ModelServer
  post(operation: string, input: object): Promise<unknown>
  /** Sends an agent's session of this many turns through the proxy, until the ledger has it. */
  sendSession(turns: number, model?: string): Promise<void>
  /** Changes what an upstream says of its tools, and lets the daemon look. */
  changeTools(server: string, tools: readonly UpstreamTool[]): Promise<void>
  close(): Promise<void>
}

export interface UpstreamTool {
  readonly name: string
  readonly description: string
  readonly inputSchema?: object
}

export interface StageOptions {
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  /** Upstream servers and their tools. */
  readonly servers?: Readonly<Record<string, readonly UpstreamTool[]>>
  /** Those of them that wait for approval. */
  readonly quarantined?: readonly string[]
}

/** Far longer than a row takes; what depends on it fails by itself if it never comes. */
const longestRowMs = 20_000

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  buildDashboard()
  const home = options.home ?? newFolder()
  const model = await startModelServer()
  const { servers = {}, quarantined = [] } = options
  mkdirSync(home, { recursive: true, mode: 0o700 })
  for (const [name, tools] of Object.entries(servers)) writeTools(home, name, tools)
  const sections = Object.keys(servers).map((name) =>
    section(home, name, quarantined.includes(name)),
  )
  writeFileSync(join(home, 'tamis.toml'), sections.join('\n'))
  const tamis = await startTamis({
    home,
    env: {
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: model.baseUrl,
      TAMIS_LLM_KIND: 'openai',
      TAMIS_LLM_MODEL: 'local-model',
      TAMIS_LLM_BASE_URL: model.baseUrl,
      ...options.env,
    },
  })
  const post = async (operation: string, input: object): Promise<unknown> =>
    (await postJson(`${tamis.url}/api/${operation}`, input)).body
  const newestRow = async (): Promise<number> => {
    const found = (await post('ledger.list', { kind: 'proxy', limit: 1 })) as {
      entries: { seq: number }[]
    }
    return found.entries[0]?.seq ?? 0
  }
  return {
    tamis,
    model,
    post,
    async sendSession(turns, model) {
      const before = await newestRow()
      await postJson(`${tamis.url}/v1/messages`, toMessagesBody(agentSession(turns), model), {
        'user-agent': 'claude-cli/2.0.14 (external, cli)',
      })
      // An answer does not wait for its row; a page opened before the row is there would not show it.
      const deadline = performance.now() + longestRowMs
      while ((await newestRow()) <= before && performance.now() < deadline) await setTimeout(20)
    },
    async changeTools(server, tools) {
      writeTools(home, server, tools)
      await post('gateway.doctor', {})
    },
    async close() {
      await tamis.stop()
      await model.close()
    },
  }
}

function writeTools(home: string, server: string, tools: readonly UpstreamTool[]): void {
  const listed = tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool }))
  writeFileSync(join(home, `${server}.tools.json`), JSON.stringify(listed))
}

function section(home: string, name: string, isQuarantined: boolean): string {
  const script = join(import.meta.dirname, 'upstream.mjs')
  return [
    `[gateway.servers.${name}]`,
    `command = ${JSON.stringify(process.execPath)}`,
    `args = ${JSON.stringify([script, join(home, `${name}.tools.json`)])}`,
    `quarantined = ${isQuarantined}`,
    '',
  ].join('\n')
}
