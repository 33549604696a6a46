import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installClient } from '../../../scripts/clients/install-client.ts'
import { type LoopAgent, loopAgents } from '../../../scripts/clients/loop-agents.ts'
import { runTask, type Task, writeFiles } from '../../../scripts/clients/run-task.ts'
import { taskTools } from '../../../scripts/clients/task-tools.ts'
import { runTamis } from '../../../test/e2e/tamis.ts'
import { firstSessions } from './first-sessions.ts'
import { laterSessions } from './later-sessions.ts'
import type { PlantedSession } from './plants.ts'

const usual = ['claude-code', 'codex', 'opencode', 'pi']

const sets = [
  { name: 'first', sessions: firstSessions, wishes: [/never push to main/i] },
  { name: 'later', sessions: laterSessions, wishes: [/commit messages in the imperative/i] },
]

/** What `tamis memory mine` proposes from sessions of real agents, in which it is known what happened. */
export async function bench(): Promise<void> {
  const asked = process.env.TAMIS_BENCH_AGENTS?.split(',') ?? usual
  const agents = loopAgents.filter(({ id }) => asked.includes(id))
  for (const { name, sessions, wishes } of sets) {
    const planted = sessions.flatMap(({ plants }) => plants.flatMap(({ wanted }) => wanted ?? []))
    await judge(name, agents, sessions, [...planted, ...wishes])
  }
}

async function judge(
  name: string,
  agents: readonly LoopAgent[],
  sessions: readonly PlantedSession[],
  wanted: readonly RegExp[],
): Promise<void> {
  const counts = { proposed: 0, right: 0, planted: 0, found: 0 }
  for (const agent of agents) {
    const texts = await proposalsOf(agent, sessions)
    if (texts === undefined) continue
    const isRight = (text: string): boolean => wanted.some((pattern) => pattern.test(text))
    const missing = wanted.filter((pattern) => !texts.some((text) => pattern.test(text)))
    console.log(`\n${name}, ${agent.id}: ${texts.length} proposals`)
    for (const text of texts) console.log(`  ${isRight(text) ? '+' : '?'}  ${text}`)
    for (const pattern of missing) console.log(`  not proposed: ${pattern.source}`)
    counts.proposed += texts.length
    counts.right += texts.filter(isRight).length
    counts.planted += wanted.length
    counts.found += wanted.length - missing.length
  }
  const share = (part: number, of: number): string =>
    of === 0 ? 'none' : `${part} of ${of} (${Math.round((100 * part) / of)} %)`
  console.log(`\n${name}: proposals that were planted ${share(counts.right, counts.proposed)}`)
  console.log(`${name}: planted that are proposed ${share(counts.found, counts.planted)}`)
}

/** One home an agent, so that a wish can be said in two sessions. */
async function proposalsOf(
  agent: LoopAgent,
  sessions: readonly PlantedSession[],
): Promise<readonly string[] | undefined> {
  const installed = installClient(agent.package, agent.program)
  if ('problem' in installed) {
    console.log(`\n${agent.id}: ${installed.problem}`)
    return undefined
  }
  const home = mkdtempSync(join(tmpdir(), 'tamis-mining-'))
  for (const session of sessions) {
    for (const { files = {} } of session.plants) writeFiles(join(home, 'work'), files)
    const ran = await runTask(agent, installed.program, home, taskOf(agent, home, session))
    if (ran.code !== 0) console.log(`${agent.id}: exit ${ran.code}: ${ran.stderr.slice(0, 300)}`)
  }
  const words = ['memory', 'mine', '--yes', '--json', '--home', join(home, 'tamis')]
  const { code, stdout, stderr } = await runTamis(words, { env: { HOME: home } })
  if (code !== 0) throw new Error(`tamis memory mine: exit ${code}: ${stderr}`)
  const { proposals } = JSON.parse(stdout) as { proposals: readonly { text: string }[] }
  return proposals.map(({ text }) => text)
}

/** Files are read before they are changed, without which some agents change nothing. */
function taskOf({ id, read }: LoopAgent, home: string, { prompt, plants }: PlantedSession): Task {
  const tools = taskTools[id]
  if (tools === undefined) throw new Error(`${id} has no tools that run and edit`)
  const steps = plants.flatMap((plant) => plant.steps)
  return {
    prompt,
    steps: steps.flatMap((step) => {
      if ('run' in step) return [[tools.run(step.run)]]
      const path = join(home, 'work', step.edit)
      return [[read(path, [])], [tools.edit(path, step.before, step.after)]]
    }),
  }
}
