// Drives coding agents from npm, unmodified, through a small task with planted failures, against a
// local model that follows a script, and keeps the session files they write, trimmed.
// `node scripts/capture-sessions.ts test/fixtures/sessions [AGENT…]`
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { agentSessions } from '../src/adapters/agent-sessions/agent-sessions.ts'
import { sessionFolders } from '../src/clients/session-folders.ts'
import type { ToolCall, Turn } from '../test/e2e/proxy/provider-replies.ts'
import { listenLocally } from '../test/support/listen-locally.ts'
import { installClient } from './clients/install-client.ts'
import { type LoopAgent, loopAgents } from './clients/loop-agents.ts'
import { runProgram } from './clients/run-program.ts'
import { offeredTools, readBody, replyTo, resultsIn } from './clients/scripted-model.ts'
import { taskTools } from './clients/task-tools.ts'
import { trimSession } from './clients/trim-session.ts'

type Steps = readonly (readonly Omit<ToolCall, 'id'>[])[]

const files: Readonly<Record<string, string>> = {
  'work/package.json': '{ "type": "module", "scripts": { "check": "node --test" } }\n',
  'work/sum.js': 'export function sum(a, b) {\n  return a - b\n}\n',
  'work/sum.test.js':
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { sum } from './sum.js'\n\ntest('adds', () => assert.equal(sum(2, 3), 5))\n",
}

const written = new Set<string>()

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
  const codes: (number | null)[] = []
  for (const task of tasksOf(agent, join(home, 'work')))
    codes.push(await runTask(agent, installed.program, home, task))
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

interface Task {
  readonly prompt: string
  readonly steps: Steps
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

async function runTask(agent: LoopAgent, installed: string, home: string, task: Task) {
  const model = await startTaskModel(task.steps)
  try {
    const { words, environment, files: own = {} } = agent.reach(model.url, home)
    writeMissing(home, { ...files, ...own })
    const program = agent.isScript ? process.execPath : installed
    const first = agent.isScript ? [installed] : []
    const { code, stderr } = await runProgram(program, [...first, ...withPrompt(words, task)], {
      folder: join(home, 'work'),
      environment: { HOME: home, ...environment },
    })
    if (code !== 0) console.log(stderr)
    return code
  } finally {
    await model.close()
  }
}

/** The prompt is the last word of every agent's command line. */
function withPrompt(words: readonly string[], { prompt }: Task): readonly string[] {
  return [...words.slice(0, -1), prompt]
}

/** Files of the task are written once a home; those that say where the model is, each time. */
function writeMissing(home: string, all: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(all)) {
    const path = join(home, name)
    if (name.startsWith('work/') && written.has(path)) continue
    written.add(path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

/** Makes the calls of each step in order, one step for each set of results it has seen. */
async function startTaskModel(steps: Steps) {
  const server = createServer(async (request, response) => {
    const { url = '' } = request
    const { body, text } = await readBody(request)
    const isAgent = offeredTools(body).length > 0
    const turn = isAgent ? turnAt(steps, resultsIn(text)) : words('A task')
    const counts = { input: Math.ceil(text.length / 4), cached: 0, written: 0, output: 20 }
    const cached = Math.floor(counts.input * 0.8)
    const reply = replyTo(url, body, turn, { ...counts, cached, written: counts.input - cached })
    const isStream = body.stream === true || url.includes('alt=sse')
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.end(isStream ? reply.frames.join('') : JSON.stringify(reply.json))
  })
  return listenLocally(server)
}

function turnAt(steps: Steps, results: number): Turn {
  let before = 0
  for (const step of steps) {
    if (before === results)
      return { calls: step.map((call, at) => ({ id: `call_${results}_${at}`, ...call })) }
    before += step.length
  }
  return words('Done: the tests pass.')
}

function words(text: string): Turn {
  return { words: [text] }
}
