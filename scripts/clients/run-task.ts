import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import type { ToolCall, Turn } from '../../test/e2e/proxy/provider-replies.ts'
import { listenLocally } from '../../test/support/listen-locally.ts'
import type { LoopAgent } from './loop-agents.ts'
import { type Ran, runProgram } from './run-program.ts'
import { offeredTools, readBody, replyTo, resultsIn } from './scripted-model.ts'

type Steps = readonly (readonly Omit<ToolCall, 'id'>[])[]

/** What an agent is asked, and the calls its model makes, a step for each set of results. */
export interface Task {
  readonly prompt: string
  readonly steps: Steps
}

/** Runs an agent through a task in the folder `work` of a home. */
export async function runTask(
  agent: LoopAgent,
  installed: string,
  home: string,
  task: Task,
): Promise<Ran> {
  const model = await startTaskModel(task.steps)
  try {
    const { words, environment, files = {} } = agent.reach(model.url, home)
    writeFiles(home, files)
    const program = agent.isScript ? process.execPath : installed
    const first = agent.isScript ? [installed] : []
    return await runProgram(program, [...first, ...withPrompt(words, task)], {
      folder: join(home, 'work'),
      environment: { HOME: home, ...environment },
    })
  } finally {
    await model.close()
  }
}

/** Writes files by their path in a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** The prompt is the last word of every agent's command line. */
function withPrompt(words: readonly string[], { prompt }: Task): readonly string[] {
  return [...words.slice(0, -1), prompt]
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
