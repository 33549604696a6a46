import { z } from 'zod'
import { type HookDialect, textParts } from '../hook-event.ts'

const common = { session_id: z.string() }

const payload = z.discriminatedUnion('hook_event_name', [
  z.looseObject({
    ...common,
    hook_event_name: z.literal('PostToolUse'),
    tool_name: z.string(),
    tool_input: z.unknown().optional(),
    tool_use_id: z.string().default(''),
    tool_response: z.unknown().optional(),
  }),
  z.looseObject({
    ...common,
    hook_event_name: z.literal('PreToolUse'),
    tool_name: z.literal('Bash'),
    tool_input: z.looseObject({ command: z.string(), run_in_background: z.boolean().optional() }),
  }),
  z.looseObject({
    ...common,
    hook_event_name: z.literal('UserPromptSubmit'),
    prompt: z.string(),
  }),
])

const bashResponse = z.looseObject({
  stdout: z.string(),
  interrupted: z.boolean().default(false),
  isImage: z.boolean().default(false),
  persistedOutputPath: z.string().optional(),
})

/** Claude Code 2.1.326, seen on 18 November 2026. What failed comes by an event that cannot be answered. */
export const claudeCode: HookDialect = (raw) => {
  const { data } = payload.safeParse(raw)
  if (!data) return undefined
  const { session_id: session } = data
  if (data.hook_event_name === 'UserPromptSubmit')
    return { kind: 'prompt', session, text: data.prompt }
  if (data.hook_event_name === 'PreToolUse') {
    const { tool_input: input } = data
    if (input.run_in_background === true) return undefined
    return {
      kind: 'command',
      session,
      command: input.command,
      // Without a decision of ours: what may run is asked of the new command, as of any other.
      rewrite: (command) => answer('PreToolUse', { updatedInput: { ...input, command } }),
    }
  }
  const printed = printedBy(data.tool_response)
  if (!printed) return undefined
  return {
    kind: 'result',
    session,
    callId: data.tool_use_id,
    tool: data.tool_name,
    input: data.tool_input,
    text: printed.text,
    // What failed comes by another event.
    exitCode: data.tool_name === 'Bash' ? 0 : undefined,
    replace: (text) => answer('PostToolUse', { updatedToolOutput: printed.instead(text) }),
  }
}

interface Printed {
  readonly text: string
  instead(text: string): unknown
}

/** What a command printed, or the one text of an MCP server's answer. */
function printedBy(response: unknown): Printed | undefined {
  const parts = textParts(response)
  if (parts) return parts
  const bash = bashResponse.safeParse(response).data
  // Of output that was put into a file only the beginning is here, and the model is told of the file.
  if (!bash || bash.interrupted || bash.isImage || bash.persistedOutputPath) return undefined
  return { text: bash.stdout, instead: (stdout) => ({ ...bash, stdout }) }
}

function answer(hookEventName: string, fields: object): { readonly answer: unknown } {
  return { answer: { hookSpecificOutput: { hookEventName, ...fields } } }
}
