// Runs real clients from npm, unmodified, against a local provider whose model follows a script:
// Claude Code, Codex, opencode, Gemini CLI, Qwen Code, pi, Copilot CLI, Cline and the MCP inspector.
// `npm run clients [NAME…]`
// Their packages are large, so they are installed into a temporary folder and kept there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { agents } from './clients/agents.ts'
import { withCodeMode } from './clients/codex-code-mode.ts'
import { withChatGptLogin } from './clients/codex-login.ts'
import { type LoopAgent, loopAgents } from './clients/loop-agents.ts'
import { type Outcome, runAgent } from './clients/run-agent.ts'
import { hookAgentIds, runHook } from './clients/run-hook.ts'
import { runInspector } from './clients/run-inspector.ts'
import { runLongSession } from './clients/run-long-session.ts'
import { plainAgents, runPlain } from './clients/run-plain.ts'
import { runWayBack, wayBackAgents } from './clients/run-way-back.ts'

type Session = () => Promise<Outcome>

const names = new Set([...agents, ...loopAgents].map(({ id }) => id))
const sessions: Readonly<Record<string, readonly Session[]>> = {
  inspector: [runInspector],
  ...Object.fromEntries([...names].map((id) => [id, sessionsOf(id)])),
}

const wanted = process.argv.slice(2)
for (const [name, runs] of Object.entries(sessions)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const outcomes: Outcome[] = []
  for (const run of runs) outcomes.push(await run())
  const problem = outcomes.find((outcome) => outcome.problem !== undefined)?.problem
  const facts = outcomes.map((outcome) => outcome.facts).join('; ')
  console.log(`${name.padEnd(12)} ${problem === undefined ? `ok  ${facts}` : `FAILED  ${problem}`}`)
  if (problem !== undefined) process.exitCode = 1
  record(name, problem === undefined ? `Passes: ${facts}.` : `Does not run here: ${problem}`)
}

function sessionsOf(id: string): readonly Session[] {
  return [
    ...agents.filter((agent) => agent.id === id).map((agent) => () => runAgent(agent)),
    ...(plainAgents.includes(id) ? [() => runPlain(id)] : []),
    ...loopAgents
      .filter((agent) => agent.id === id)
      .flatMap((agent): readonly Session[] => [
        () => runLongSession(agent),
        ...(id === 'codex' ? [() => runWithLogin(agent)] : []),
        ...(hookAgentIds.includes(id) ? [() => runHook(agent)] : []),
        ...(id === 'codex' ? [() => runInScript(agent)] : []),
        ...(wayBackAgents.includes(id) ? [() => runWayBack(agent)] : []),
      ]),
  ]
}

/** The same session as its other kind of account has it. */
async function runWithLogin(agent: LoopAgent): Promise<Outcome> {
  const outcome = await runLongSession(withChatGptLogin(agent))
  return { ...outcome, facts: `with a ChatGPT login, ${outcome.facts}` }
}

/** Its hook with a model that runs commands inside a script. */
async function runInScript(agent: LoopAgent): Promise<Outcome> {
  const outcome = await runHook(withCodeMode(agent))
  return { ...outcome, facts: `commands inside a script, ${outcome.facts}` }
}

/** Each client's page says how its last session went. */
function record(name: string, text: string): void {
  const file = `docs/guides/clients/${name}.md`
  if (!existsSync(file)) return
  const page = readFileSync(file, 'utf8')
  const block = /(<!-- outcome of `npm run clients` -->\n)[\s\S]*?(\n<!-- end -->)/
  const line = text.split('\n')[0] ?? ''
  writeFileSync(
    file,
    page.replace(block, (_, start, end) => `${start}${line}${end}`),
  )
}
