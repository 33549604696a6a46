// Runs real clients from npm, unmodified, against a local provider whose model follows a script:
// Claude Code, Codex, opencode, Gemini CLI and the MCP inspector. `npm run clients [NAME…]`
// Their packages are large, so they are installed into a temporary folder and kept there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { agents } from './clients/agents.ts'
import { type Outcome, runAgent } from './clients/run-agent.ts'
import { runInspector } from './clients/run-inspector.ts'
import { plainAgents, runPlain } from './clients/run-plain.ts'

const sessions: Readonly<Record<string, readonly (() => Promise<Outcome>)[]>> = {
  inspector: [runInspector],
  ...Object.fromEntries(
    agents.map((agent) => [
      agent.id,
      [
        () => runAgent(agent),
        ...(plainAgents.includes(agent.id) ? [() => runPlain(agent.id)] : []),
      ],
    ]),
  ),
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
