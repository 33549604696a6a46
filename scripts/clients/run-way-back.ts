import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ToolCall } from '../../test/e2e/proxy/provider-replies.ts'
import { type RunningDaemon, runTamis } from '../../test/e2e/tamis.ts'
import type { LoopAgent } from './loop-agents.ts'
import { loopProject } from './loop-project.ts'
import type { Outcome } from './run-agent.ts'
import { hookWords } from './run-hook.ts'
import { loopCalls, loopSession } from './run-long-session.ts'
import { type LoopRun, runSession, type Session, startBetween } from './run-loop.ts'
import { runTool } from './task-tools.ts'

/** Agents whose model reads back what was left out, with tools of the agent's own and no MCP server. */
export const wayBackAgents: readonly string[] = ['claude-code', 'codex', 'opencode']

/** Lines of a file that were asked for, and what stood there. */
interface Asked {
  readonly what: string
  readonly whole: string
  readonly call: Omit<ToolCall, 'id'>
}

/** What a marker and a placeholder name is read back by `sed` and by the agent's tool that reads files. */
export async function runWayBack(agent: LoopAgent): Promise<Outcome> {
  const hooked = await behindHook(agent)
  if (hooked.problem !== undefined) return hooked
  const proxied = await behindProxy(agent)
  return { ...proxied, facts: `${hooked.facts}; ${proxied.facts}` }
}

/** Set up by `tamis setup --hook` alone, which is also what lets it read outside its folder. */
async function behindHook(agent: LoopAgent): Promise<Outcome> {
  const asked: Asked[] = []
  let daemon: RunningDaemon | undefined
  const ran = await runSession(agent, {
    files: loopProject.files,
    next(results, _, history) {
      if (results === 0) return runTool(agent)('npm test')
      const path = pathIn(history, markers.pruned)
      const asks =
        path === undefined ? [] : [...byShell(agent, 'a marker', path), ...byReader(agent, path)]
      return take(asks[results - 1], asked)
    },
    reach: withFewPermissions(agent),
    moreWords: hookWords(agent.id),
    async through(model) {
      const started = await startBetween(model)
      daemon = started
      return { url: model.url, stop: async () => void (await started.stop()) }
    },
    prepare: (home) => setUp(agent, daemon, home, ['--hook']),
  })
  return judge('hook', ran, asked, 2)
}

async function setUp(
  { id }: LoopAgent,
  daemon: RunningDaemon | undefined,
  home: string,
  options: readonly string[],
): Promise<void> {
  const words = ['setup', id, ...options, '--yes', '--home', daemon?.home ?? '']
  const { code, stderr } = await runTamis(words, { env: { HOME: home, XDG_CONFIG_HOME: '' } })
  if (code !== 0) throw new Error(stderr)
}

/** Claude Code may run the tests, and what the set-up adds to that. */
function withFewPermissions({ reach }: LoopAgent): LoopAgent['reach'] {
  return (url, home) => {
    const { words, ...rest } = reach(url, home)
    return {
      ...rest,
      words: words.map((word) => (word === 'Read,Edit,Bash' ? 'Bash(npm:*)' : word)),
    }
  }
}

/** The long session, then one text of each kind of stand-in that its history holds. */
async function behindProxy(agent: LoopAgent): Promise<Outcome> {
  const asked: Asked[] = []
  let daemon: RunningDaemon | undefined
  const loop: Session = loopSession(agent)
  const ran = await runSession(agent, {
    ...loop,
    next(results, folder, history) {
      if (results < loopCalls) return loop.next(results, folder, history)
      const asks = Object.entries(markers).flatMap(([what, marker]) => {
        const path = pathIn(history, marker)
        return path === undefined ? [] : byShell(agent, what, path)
      })
      return take(asks[results - loopCalls], asked)
    },
    async through(model) {
      const started = await startBetween(model, { TAMIS_MASK_MODE: 'thrifty' })
      daemon = started
      return { url: started.url, stop: async () => void (await started.stop()) }
    },
    prepare: (home) => setUp(agent, daemon, home, ['--proxy', '--no-mcp']),
  })
  return judge('proxy', ran, asked, 2)
}

const path = String.raw`([^"\\\s⟧]+/o/[^"\\\s⟧]+\.txt)⟧`

/** What stands for a text: at the end of a pruned one, for lines seen before, for a masked result. */
const markers: Readonly<Record<string, RegExp>> = {
  pruned: new RegExp(`⟦TAMIS: whole text: ${path}`),
  'seen before': new RegExp(`⟦TAMIS: lines [^⟧]*whole text: ${path}`),
  'in short': /⟦TAMIS: lines [^⟧]*; …\/([a-z]{3}_[a-z0-9]+\.txt)⟧/,
  masked: new RegExp(`⟦TAMIS: \\d+ lines, [^⟧]*: ${path}`),
}

/** Codex cuts what prints more than ten thousand characters. */
const linesAtOnce = 100

/** A file piece by piece, as a model reads what is long. */
function byShell(agent: LoopAgent, what: string, path: string): readonly Asked[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  const starts = lines.flatMap((_, at) => (at % linesAtOnce === 0 ? [at] : []))
  return starts.map((at) => ({
    what,
    whole: lines.slice(at, at + linesAtOnce).join('\n'),
    call: runTool(agent)(`sed -n ${at + 1},${at + linesAtOnce}p ${path}`),
  }))
}

/** The whole of it with the agent's own tool for files; Codex has none. */
function byReader(agent: LoopAgent, path: string): readonly Asked[] {
  if (agent.id === 'codex') return []
  const whole = readFileSync(path, 'utf8')
  return [{ what: 'its own tool', whole, call: agent.read(path, []) }]
}

function take(next: Asked | undefined, asked: Asked[]): Asked['call'] | undefined {
  if (next) asked.push(next)
  return next?.call
}

function pathIn(history: string, marker: RegExp | undefined): string | undefined {
  const found = marker?.exec(history)?.[1]
  if (found === undefined) return undefined
  const named = found.includes('/') ? found : join(folderIn(history), found)
  return existsSync(named) ? named : undefined
}

/** Where a marker names a file alone, as others in sight name theirs. */
function folderIn(history: string): string {
  return dirname(new RegExp(path).exec(history)?.[1] ?? '')
}

/**
 * Fine when the model was given every byte of each, with the request after it asked: old ones may
 * leave again later. Agents strip empty lines at both ends.
 */
function judge(
  door: string,
  run: LoopRun | { readonly problem: string },
  asked: readonly Asked[],
  atLeast: number,
): Outcome {
  if ('problem' in run) return { facts: '', problem: run.problem }
  const lost = asked.filter(({ whole }, at) => {
    const given = run.requests.at(at - asked.length)
    return !isAmong(stringsIn(given?.body), whole.trim())
  })
  const kinds = [...new Set(asked.map(({ what }) => what))].join(', ')
  const facts = `way back behind the ${door}: ${asked.length - lost.length} of ${asked.length} pieces read back (${kinds})`
  if (asked.length >= atLeast && lost.length === 0) return { facts }
  return { facts, problem: `${facts}; ${JSON.stringify(run.ran)}` }
}

/** As it is, or with the numbers before its lines that some tools put there. */
function isAmong(texts: readonly string[], whole: string): boolean {
  return texts.some(
    (text) => text.includes(whole) || text.replace(/^ *\d+(?:→|\t|: | \| )/gm, '').includes(whole),
  )
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
