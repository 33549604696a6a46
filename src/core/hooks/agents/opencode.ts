import { z } from 'zod'
import { type HookDialect, textParts } from '../hook-event.ts'

const result = z.looseObject({
  input: z.looseObject({
    tool: z.string(),
    sessionID: z.string(),
    callID: z.string(),
    args: z.unknown().optional(),
  }),
  output: z.looseObject({
    output: z.string().optional(),
    content: z.unknown().optional(),
    metadata: z
      .looseObject({ exit: z.number().nullish(), truncated: z.boolean().optional() })
      .optional(),
  }),
  /** What was cut off, read by the plugin from the file that opencode made. */
  whole: z.string().optional(),
})
const prompt = z.looseObject({
  session: z.string(),
  prompt: z.string(),
})

/** opencode 1.18.33, seen on 18 November 2026: what its plugin is handed, and what it puts in its place. */
export const opencode: HookDialect = (raw) => {
  const asked = prompt.safeParse(raw).data
  if (asked) return { kind: 'prompt', session: asked.session, text: asked.prompt }
  const { data } = result.safeParse(raw)
  if (!data) return undefined
  const { input, output, whole } = data
  const parts = textParts(output.content)
  const text = parts?.text ?? whole ?? (output.metadata?.truncated ? undefined : output.output)
  if (text === undefined) return undefined
  return {
    kind: 'result',
    session: input.sessionID,
    callId: input.callID,
    tool: input.tool,
    input: input.args,
    text,
    exitCode: output.metadata?.exit ?? undefined,
    replace: (short) => ({
      answer: parts ? { content: parts.instead(short) } : { output: short },
    }),
  }
}
