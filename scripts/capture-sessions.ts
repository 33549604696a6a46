// Drives coding agents from npm, unmodified, through a small task with planted failures, against a
// local model that follows a script, and keeps the session files they write, trimmed.
// `node scripts/capture-sessions.ts test/fixtures/sessions [AGENT…]`
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { agentSessions } from '../src/adapters/agent-sessions/agent-sessions.ts'
import { sessionFolders } from '../src/clients/session-folders.ts'
import { installClient } from './clients/install-client.ts'
import { type LoopAgent, loopAgents } from './clients/loop-agents.ts'
import { runTask, type Task, writeFiles } from './clients/run-task.ts'
import { taskTools } from './clients/task-tools.ts'
import { trimSession } from './clients/trim-session.ts'

const files: Readonly<Record<string, string>> = {
  'work/package.json': '{ "type": "module", "scripts": { "check": "node --test" } }\n',
  'work/sum.js': 'export function sum(a, b) {\n  return a - b\n}\n',
  'work/sum.test.js':
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { sum } from './sum.js'\n\ntest('adds', () => assert.equal(sum(2, 3), 5))\n",
}

const [target = '', ...wanted] = process.argv.slice(2)
if (target === '') throw new Error('Name a folder for the session files')

for (const agent of loopAgents) {
  if (wanted.length > 0 && !wanted.includes(agent.id)) continue
  const installed = installClient(agent.package, agent.program)
  if ('problem' in installed) {
    console.log(`${agent.id}  ${installed.problem}`)
    continue
  }
  const home = mkdtempSync(join(tmpdir(), 'tamis-task-'))
  writeFiles(home, files)
  const codes: (number | null)[] = []
  for (const task of tasksOf(agent, join(home, 'work'))) {
    const { code, stderr } = await runTask(agent, installed.program, home, task)
    if (code !== 0) console.log(stderr)
    codes.push(code)
  }
  const saved = agentSessions(sessionFolders({ platform: process.platform, environment: {}, home }))
  const found = await saved.find()
  for (const [at, session] of found.toReversed().entries()) {
    const kind = agent.id === 'cline' || agent.id === 'opencode' ? 'json' : 'jsonl'
    const file = join(target, agent.id, `${at + 1}.${kind}`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, trimSession(await saved.read(session), home))
  }
  console.log(`${agent.id}  exit ${codes.join(', ')}  ${found.length} sessions`)
}

/** A failure that an edit ends, a command that is corrected, and a wish that is said twice. */
function tasksOf(agent: LoopAgent, folder: string): readonly Task[] {
  const tools = taskTools[agent.id]
  if (!tools) return []
  const file = join(folder, 'sum.js')
  const read = (name: string) => agent.read(join(folder, name), [])
  const wish = 'Always run the tests with node --test, never with a watcher.'
  return [
    {
      prompt: `Make the tests pass. ${wish}`,
      steps: [
        [read('sum.js'), read('sum.test.js')],
        [tools.run('npm run tests')],
        [tools.run('npm run check')],
        [tools.edit(file, '  return a - b', '  return a + b')],
        [tools.run('npm run check')],
        [tools.run('node --tset')],
        [tools.run('node --test')],
        [read('sum.js')],
      ],
    },
    {
      prompt: `Round the sum to whole numbers. ${wish}`,
      steps: [
        [read('sum.js')],
        [tools.edit(file, '  return a + b', '  return Math.round(a + b)')],
        [tools.run('node --test')],
      ],
    },
  ]
}
