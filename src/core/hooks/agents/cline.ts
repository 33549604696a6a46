import { z } from 'zod'
import type { HookDialect } from '../hook-event.ts'

const printed = z.looseObject({ result: z.string(), success: z.boolean().optional() })

const payload = z.looseObject({
  session: z.string(),
  goal: z.string().default(''),
  toolCall: z.looseObject({ toolCallId: z.string(), toolName: z.string(), input: z.unknown() }),
  result: z.looseObject({ output: z.union([z.string(), z.array(printed).length(1)]) }),
})

/** Cline CLI 3.0.65, seen on 18 November 2026: what its plugin is handed, and what it gives back. */
export const cline: HookDialect = (raw) => {
  const { data } = payload.safeParse(raw)
  if (!data) return undefined
  const { toolCall, result, session } = data
  const { output } = result
  const [only] = typeof output === 'string' ? [] : output
  const said = only?.result ?? String(output)
  const opening = /^\[Command exited with code (-?\d+)\]\n/.exec(said)
  const head = opening?.[0] ?? ''
  return {
    kind: 'result',
    session,
    callId: toolCall.toolCallId,
    tool: toolCall.toolName,
    input: toolCall.input,
    text: said.slice(head.length),
    exitCode: opening ? Number(opening[1]) : only?.success === true ? 0 : undefined,
    replace(text) {
      const short = `${head}${text}`
      return { answer: { output: only ? [{ ...only, result: short }] : short } }
    },
  }
}
