import { z } from 'zod'
import { type HookDialect, textParts } from '../hook-event.ts'

const result = z.looseObject({
  session: z.string(),
  event: z.looseObject({
    type: z.literal('tool_result'),
    toolName: z.string(),
    toolCallId: z.string(),
    input: z.unknown().optional(),
    content: z.unknown(),
    isError: z.boolean(),
    details: z.looseObject({ fullOutputPath: z.string().optional() }).nullish(),
  }),
  /** What was cut off, read by the extension from the file that pi made. */
  whole: z.string().optional(),
})
const prompt = z.looseObject({ session: z.string(), prompt: z.string() })

/** pi 0.73.1, seen on 18 November 2026: what its extension is handed, and what it gives back. */
export const pi: HookDialect = (raw) => {
  const asked = prompt.safeParse(raw).data
  if (asked) return { kind: 'prompt', session: asked.session, text: asked.prompt }
  const { data } = result.safeParse(raw)
  if (!data) return undefined
  const { event, session, whole } = data
  const parts = textParts(event.content)
  if (!parts || (event.details?.fullOutputPath !== undefined && whole === undefined))
    return undefined
  const ending = /\s*\nCommand exited with code (-?\d+)\s*$/.exec(parts.text.slice(-200))
  const tail = ending?.[0] ?? ''
  return {
    kind: 'result',
    session,
    callId: event.toolCallId,
    tool: event.toolName,
    input: event.input,
    text: whole ?? parts.text.slice(0, parts.text.length - tail.length),
    exitCode: ending ? Number(ending[1]) : event.isError ? 1 : outcomeOf(event.toolName),
    replace: (text) => ({ answer: { content: parts.instead(`${text}${tail}`) } }),
  }
}

/** A command that says nothing of its end ended well. */
function outcomeOf(tool: string): number | undefined {
  return tool === 'bash' ? 0 : undefined
}
