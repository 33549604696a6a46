import { postJson, type RunningDaemon, runTamis } from '../../test/e2e/tamis.ts'
import { settled } from '../../test/support/settled.ts'
import type { LoopAgent } from './loop-agents.ts'
import { loopProject } from './loop-project.ts'
import type { Outcome } from './run-agent.ts'
import { type LoopRun, runSession, type Session, startBetween } from './run-loop.ts'
import { runTool } from './task-tools.ts'

/** What differs from one agent's hook to another's. */
interface HookFacts {
  /** Whether what a command printed that failed is shortened too. */
  readonly takesFailures: boolean
  readonly words?: readonly string[]
}

/** Every agent with a hook that `tamis setup` can write. */
const hookFacts: Readonly<Record<string, HookFacts>> = {
  'claude-code': { takesFailures: true },
  // Nobody is there to trust the hook.
  codex: { takesFailures: true, words: ['--dangerously-bypass-hook-trust'] },
  opencode: { takesFailures: true },
  'gemini-cli': { takesFailures: true },
  'qwen-code': { takesFailures: false },
  pi: { takesFailures: true },
  'copilot-cli': { takesFailures: true },
  cline: { takesFailures: true },
}

/** The sieve as a hook inside the agent, set up by `tamis setup --hook`: alone, and with the proxy besides. */
export async function runHook(agent: LoopAgent): Promise<Outcome> {
  const facts = hookFacts[agent.id]
  if (!facts) return { facts: 'no hook' }
  const said: string[] = []
  for (const isProxied of [false, true]) {
    const { facts: seen, problem } = await runOnce(agent, facts, isProxied)
    said.push(`${isProxied ? 'hook and proxy' : 'hook'}: ${seen}`)
    if (problem !== undefined) return { facts: said.join('; '), problem }
  }
  return { facts: said.join('; ') }
}

async function runOnce(agent: LoopAgent, hook: HookFacts, isProxied: boolean): Promise<Outcome> {
  let daemon: RunningDaemon | undefined
  let rows = 0
  const ran = await runSession(agent, {
    ...hookSession(agent),
    moreWords: hookWords(agent.id),
    async through(model) {
      const started = await startBetween(model, { TAMIS_MASK_PRUNE_MIN_TOKENS: '500' })
      daemon = started
      await warmUp(started)
      const stop = async (): Promise<void> => {
        rows = await settled(
          () => rowsOf(started, agent),
          (count) => count > 0,
        )
        await started.stop()
      }
      return { url: isProxied ? started.url : model.url, stop }
    },
    async prepare(home) {
      const words = ['setup', agent.id, '--hook', '--yes', '--home', daemon?.home ?? '']
      const { code, stderr } = await runTamis(words, { env: { HOME: home, XDG_CONFIG_HOME: '' } })
      if (code !== 0) throw new Error(stderr)
    },
  })
  if ('problem' in ran) return { facts: '', problem: ran.problem }
  const hooked = hook.takesFailures ? 3 : 2
  // What the hook cannot replace is left to the proxy.
  return judge(ran, { rows, wantedRows: hooked, wantedMarkers: isProxied ? 3 : hooked })
}

/** A daemon that has just started reads its code with the first call, and Cline waits three seconds. */
async function warmUp({ url }: RunningDaemon): Promise<void> {
  const printed = 'ok 1 - a case that passes\n'.repeat(200)
  await postJson(`${url}/api/prune`, { text: printed })
}

/** A run that fails, a build that does not, and a run of all tests that passes. */
function hookSession(agent: LoopAgent): Session {
  const run = runTool(agent)
  const calls = [run('npm test'), run('npm run build'), run('npm test')]
  return {
    // The next run after these is one in which nothing fails.
    files: { ...loopProject.files, '.runs': '1' },
    next: (results) => calls[results],
  }
}

interface Counts {
  readonly rows: number
  readonly wantedRows: number
  readonly wantedMarkers: number
}

/** Fine when each result the hook can replace came short, once, with what failed still in it. */
function judge({ ran, requests }: LoopRun, { rows, wantedRows, wantedMarkers }: Counts): Outcome {
  const history = requests.at(-1)?.body ?? {}
  const text = JSON.stringify(history)
  const markers = text.match(/⟦TAMIS: whole text/g)?.length ?? 0
  const failures = text.match(/FAIL {2}src\/part-\d+\.test\.ts/g)?.length ?? 0
  const facts = `${markers} of 3 results short, ${rows} rows, ${failures} failures in sight`
  const isCounted = markers === wantedMarkers && rows === wantedRows
  const isFine = ran.code === 0 && isCounted && failures >= 2
  return isFine ? { facts } : { facts, problem: `${facts}; ${JSON.stringify(ran)}` }
}

async function rowsOf({ url }: RunningDaemon, { id }: LoopAgent): Promise<number> {
  const { body } = await postJson(`${url}/api/ledger.list`, { source: `hook:${id}`, limit: 100 })
  return (body as { readonly entries: readonly unknown[] }).entries.length
}

export const hookAgentIds = Object.keys(hookFacts)

/** What its command line needs besides, for a hook to run. */
export function hookWords(id: string): readonly string[] {
  return hookFacts[id]?.words ?? []
}
