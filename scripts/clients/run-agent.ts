import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { postJson, runTamis, startTamis } from '../../test/e2e/tamis.ts'
import { settled } from '../../test/support/settled.ts'
import type { Agent } from './agents.ts'
import { installClient } from './install-client.ts'
import { type Ran, runProgram } from './run-program.ts'
import { startScriptedModel } from './scripted-model.ts'

/** How a session went; `problem` says what was missing. */
export interface Outcome {
  readonly facts: string
  readonly problem?: string
}

/** One session: set up by `tamis setup`, a model that follows a script, every request through the proxy. */
export async function runAgent(agent: Agent): Promise<Outcome> {
  const installed = installClient(agent.package, agent.program)
  if ('problem' in installed) return { facts: '', problem: installed.problem }
  const home = mkdtempSync(join(tmpdir(), 'tamis-agent-'))
  const folder = join(home, 'work')
  writeFiles(home, { 'work/note.txt': 'the word is heron\n', ...agent.files })
  const model = await startScriptedModel(agent.script(folder))
  const daemon = await startTamis({ env: upstreams(model.url) })
  try {
    const words = ['setup', agent.id, '--proxy', '--yes', '--home', daemon.home]
    const setup = await runTamis(words, { env: { HOME: home, XDG_CONFIG_HOME: '' } })
    if (setup.code !== 0) return { facts: '', problem: setup.stderr }
    const [program, ...first] = agent.isScript
      ? [process.execPath, installed.program]
      : [installed.program]
    const environment = { HOME: home, ...agent.environment }
    const ran = await runProgram(program, [...first, ...agent.words], { folder, environment })
    return judge(ran, {
      requests: model.requests(),
      // A client may be gone before the rows of its last requests are written.
      proxied: await settled(
        () => count(daemon.url, 'proxy'),
        (rows) => rows >= model.requests(),
      ),
      pruned: await count(daemon.url, 'prune'),
    })
  } finally {
    await daemon.stop()
    await model.close()
  }
}

interface Counts {
  readonly requests: number
  readonly proxied: number
  readonly pruned: number
}

/** Fine when both tools ran, their results came back to the model, and the ledger saw it. */
function judge(ran: Ran, { requests, proxied, pruned }: Counts): Outcome {
  const said = /Pruned as prn_\w+, and the word is heron\./.exec(ran.stdout)?.[0] ?? ''
  const facts = `${requests} requests through the proxy, ${proxied} of them in the ledger, ${pruned} call of \`prune_text\`; last words “${said}”`
  const isFine = said !== '' && ran.code === 0 && requests >= 3 && proxied >= 3 && pruned === 1
  return isFine ? { facts } : { facts, problem: `exit ${ran.code}: ${ran.stdout}${ran.stderr}` }
}

function upstreams(url: string): Record<string, string> {
  return {
    TAMIS_PROXY_UPSTREAMS_OPENAI: `${url}/v1`,
    TAMIS_PROXY_UPSTREAMS_ANTHROPIC: `${url}/v1`,
    TAMIS_PROXY_UPSTREAMS_GEMINI: `${url}/v1beta`,
  }
}

async function count(url: string, kind: string): Promise<number> {
  const { body } = await postJson(`${url}/api/ledger.list`, { kind, limit: 100 })
  const { entries } = body as { readonly entries: readonly unknown[] }
  return entries.length
}

function writeFiles(home: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
}
