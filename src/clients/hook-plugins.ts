import type { HookReach } from './clients.ts'

/**
 * Files of JavaScript that other programs load. Each hands what it is told to the daemon and puts the
 * answer in its place; whatever fails, the program goes on with what it had.
 */

/** opencode gives its plugins each result to change. */
export function opencodePlugin(reach: HookReach): string {
  return `${beginning('opencode', reach)}
const Tamis = async () => ({
  async 'chat.message'({ sessionID }, { parts }) {
    const prompt = parts.map(({ text }) => text ?? '').join('\\n')
    await ask({ session: sessionID, prompt })
  },
  async 'tool.execute.after'(input, output) {
    const whole = await wholeOf(output.metadata?.outputPath)
    Object.assign(output, await ask({ input, output, whole }))
  },
})
export { Tamis }
`
}

/** pi gives its extensions each result to change. */
export function piExtension(reach: HookReach): string {
  return `${beginning('pi', reach)}
export default function tamis(pi) {
  const sessionOf = (context) => context?.sessionManager?.getSessionId?.() ?? ''
  pi.on('before_agent_start', async ({ prompt }, context) => {
    await ask({ session: sessionOf(context), prompt })
  })
  pi.on('tool_result', async (event, context) => {
    const whole = await wholeOf(event.details?.fullOutputPath)
    const answer = await ask({ session: sessionOf(context), event, whole })
    return answer.content ? answer : undefined
  })
}
`
}

/** Cline gives its plugins each result to change, and ends a run whose plugin takes three seconds. */
export function clinePlugin(reach: HookReach): string {
  return `${beginning('cline', reach)}
const words = ({ content = [] }) => content.map(({ text }) => text ?? '').join('\\n')

export default {
  name: 'tamis',
  manifest: { capabilities: ['hooks'] },
  hooks: {
    async afterTool({ snapshot, toolCall, result }) {
      const goal = words(snapshot.messages.findLast(({ role }) => role === 'user') ?? {})
      const answer = await ask({ session: snapshot.conversationId, goal, toolCall, result })
      return answer.output === undefined ? undefined : { result: { ...result, ...answer } }
    },
  },
}
`
}

function beginning(agent: string, { home }: HookReach): string {
  return `// Written by \`tamis setup ${agent} --hook\`, and taken away by \`tamis setup ${agent} --hook --undo\`.
import { readFile, stat } from 'node:fs/promises'

const daemonFile = ${JSON.stringify(`${home}/daemon.json`)}
const patienceMs = 2500
const longestOutput = 4_000_000

/** What the daemon answers; nothing when it is away. */
async function ask(payload) {
  try {
    const { url } = JSON.parse(await readFile(daemonFile, 'utf8'))
    const token = process.env.TAMIS_TOKEN
    const response = await fetch(\`\${url}/api/hook/${agent}\`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { 'x-tamis-token': token } : {}) },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(patienceMs),
    })
    return response.ok ? await response.json() : {}
  } catch {
    return {}
  }
}
${agent === 'cline' ? '' : wholeOf}`
}

const wholeOf = `
/** All of an output of which only an end was kept. */
async function wholeOf(path) {
  try {
    if (!path || (await stat(path)).size > longestOutput) return undefined
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}
`
