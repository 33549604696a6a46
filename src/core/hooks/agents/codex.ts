import { z } from 'zod'
import type { HookDialect } from '../hook-event.ts'

const payload = z.discriminatedUnion('hook_event_name', [
  z.looseObject({
    hook_event_name: z.literal('PreToolUse'),
    session_id: z.string(),
    permission_mode: z.string().optional(),
    tool_name: z.literal('Bash'),
    tool_input: z.looseObject({ command: z.string() }),
  }),
  z.looseObject({
    hook_event_name: z.literal('UserPromptSubmit'),
    session_id: z.string(),
    prompt: z.string(),
  }),
])

/**
 * Codex 0.169.0, seen on 18 November 2026: most of its models run commands inside a script, where no
 * answer of a hook stands for what was printed. So the command itself is changed before it runs.
 */
export const codex: HookDialect = (raw) => {
  const { data } = payload.safeParse(raw)
  if (!data) return undefined
  const { session_id: session } = data
  if (data.hook_event_name === 'UserPromptSubmit')
    return { kind: 'prompt', session, text: data.prompt }
  const { tool_input: input } = data
  return {
    kind: 'command',
    session,
    command: input.command,
    rewrite: (command) => ({
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          // It takes no other input without this word. Its rules about commands still hold: what one
          // forbids is refused behind a filter too.
          permissionDecision: 'allow',
          updatedInput: { ...input, command },
        },
      },
    }),
  }
}
