import { z } from 'zod'
import type { HookDialect } from '../hook-event.ts'

const result = z.looseObject({
  sessionId: z.string(),
  toolName: z.string(),
  toolArgs: z.unknown().optional(),
  toolResult: z.looseObject({ resultType: z.string(), textResultForLlm: z.string() }),
})
const prompt = z.looseObject({ sessionId: z.string(), prompt: z.string() })

/** GitHub Copilot CLI 1.0.102, seen on 18 November 2026. Its events have no name; their fields tell. */
export const copilotCli: HookDialect = (raw) => {
  const asked = prompt.safeParse(raw).data
  if (asked) return { kind: 'prompt', session: asked.sessionId, text: asked.prompt }
  const { data } = result.safeParse(raw)
  if (!data) return undefined
  const { toolResult } = data
  const said = toolResult.textResultForLlm
  const ending = /\n<shellId: \w+ completed with exit code (-?\d+)>\s*$/.exec(said.slice(-200))
  const tail = ending?.[0] ?? ''
  return {
    kind: 'result',
    session: data.sessionId,
    callId: '',
    tool: data.toolName,
    input: data.toolArgs,
    text: said.slice(0, said.length - tail.length),
    exitCode: ending ? Number(ending[1]) : undefined,
    replace: (text) => ({
      answer: { modifiedResult: { ...toolResult, textResultForLlm: `${text}${tail}` } },
    }),
  }
}
