import { z } from 'zod'
import type { HookDialect } from '../hook-event.ts'
import { shellReport } from '../shell-report.ts'

const payload = z.discriminatedUnion('hook_event_name', [
  z.looseObject({
    hook_event_name: z.literal('PostToolUse'),
    session_id: z.string(),
    tool_name: z.string(),
    tool_input: z.unknown().optional(),
    tool_call_id: z.string().default(''),
    tool_response: z.looseObject({ llmContent: z.string() }),
  }),
  z.looseObject({
    hook_event_name: z.literal('UserPromptSubmit'),
    session_id: z.string(),
    // Empty after each result of a tool.
    prompt: z.string().min(1),
  }),
])

/** Qwen Code 0.24.4, seen on 18 November 2026: a reason to stop stands for the result, and its loop goes on. */
export const qwenCode: HookDialect = (raw) => {
  const { data } = payload.safeParse(raw)
  if (!data) return undefined
  const { session_id: session } = data
  if (data.hook_event_name === 'UserPromptSubmit')
    return { kind: 'prompt', session, text: data.prompt }
  const { output, exitCode, around } = shellReport(data.tool_response.llmContent)
  return {
    kind: 'result',
    session,
    callId: data.tool_call_id,
    tool: data.tool_name,
    input: data.tool_input,
    text: output,
    exitCode,
    replace: (text) => ({ answer: { continue: false, stopReason: around(text) } }),
  }
}
