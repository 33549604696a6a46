import { z } from 'zod'
import type { HookDialect } from '../hook-event.ts'
import { shellReport } from '../shell-report.ts'

const payload = z.discriminatedUnion('hook_event_name', [
  z.looseObject({
    hook_event_name: z.literal('AfterTool'),
    session_id: z.string(),
    transcript_path: z.string(),
    tool_name: z.string(),
    tool_input: z.unknown().optional(),
    tool_response: z.looseObject({ llmContent: z.unknown() }),
    original_request_name: z.string().optional(),
  }),
  z.looseObject({
    hook_event_name: z.literal('BeforeAgent'),
    session_id: z.string(),
    prompt: z.string(),
  }),
])

const ourFile = z.looseObject({
  file_path: z.string().regex(/[/\\]tamis-[a-z]{3}_[a-z0-9]{16,18}\.txt$/),
})

/**
 * Gemini CLI 0.61.0, seen on 18 November 2026: a result is replaced by that of another call, so the
 * short text is a file beside its transcripts, which it may read.
 */
export const geminiCli: HookDialect = (raw) => {
  const { data } = payload.safeParse(raw)
  if (!data) return undefined
  const { session_id: session } = data
  if (data.hook_event_name === 'BeforeAgent') return { kind: 'prompt', session, text: data.prompt }
  if (data.original_request_name !== undefined) {
    const read = ourFile.safeParse(data.tool_input).data
    return read && { kind: 'file-read', path: read.file_path }
  }
  const { llmContent } = data.tool_response
  const folder = folderAbove(data.transcript_path)
  if (typeof llmContent !== 'string' || folder === undefined) return undefined
  const { output, exitCode, around } = shellReport(llmContent)
  return {
    kind: 'result',
    session,
    callId: '',
    tool: data.tool_name,
    input: data.tool_input,
    text: output,
    exitCode,
    replace(text, id) {
      const path = `${folder}tamis-${id}.txt`
      const tailToolCallRequest = { name: 'read_file', args: { file_path: path } }
      return {
        answer: { hookSpecificOutput: { hookEventName: 'AfterTool', tailToolCallRequest } },
        write: { path, text: around(text) },
      }
    },
  }
}

/** `~/.gemini/tmp/PROJECT/` of `~/.gemini/tmp/PROJECT/chats/SESSION.jsonl`. */
function folderAbove(transcript: string): string | undefined {
  return /^(.*[/\\])[^/\\]+[/\\][^/\\]+$/.exec(transcript)?.[1]
}
