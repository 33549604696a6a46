import { z } from 'zod'

/** What an agent tells a hook, whatever its dialect. */
export type HookEvent = ResultEvent | CommandEvent | PromptEvent | FileReadEvent

/** A tool has printed something, which is about to enter the agent's history. */
export interface ResultEvent {
  readonly kind: 'result'
  readonly session: string
  /** Empty where the agent gives its calls no ids. */
  readonly callId: string
  readonly tool: string
  readonly input: unknown
  readonly text: string
  /** How a command ended, where the agent says so. */
  readonly exitCode: number | undefined
  /** The answer that puts a shorter text in its place. */
  replace(text: string, id: string): HookReply
}

/** A command is about to run. */
export interface CommandEvent {
  readonly kind: 'command'
  readonly session: string
  readonly command: string
  /** The answer that runs another one in its place. */
  rewrite(command: string): HookReply
}

/** The user has asked for something. */
interface PromptEvent {
  readonly kind: 'prompt'
  readonly session: string
  readonly text: string
}

/** The agent has read a file that a reply of ours had it read. */
interface FileReadEvent {
  readonly kind: 'file-read'
  readonly path: string
}

/** What goes back to the agent, and what the process between does first. */
export interface HookReply {
  /** In the agent's own form; absent: nothing is printed. */
  readonly answer?: unknown
  /** A file the answer names. */
  readonly write?: { readonly path: string; readonly text: string }
  /** A file of an earlier answer that has been read. */
  readonly remove?: string
}

/** Reads what one agent hands to its hooks; `undefined` where there is nothing to do. */
export type HookDialect = (payload: unknown) => HookEvent | undefined

const parts = z.array(z.strictObject({ type: z.literal('text'), text: z.string() })).length(1)

/** An answer in MCP's form that is one text, and the same with another one. */
export function textParts(
  content: unknown,
): { readonly text: string; instead(text: string): unknown } | undefined {
  const [part] = parts.safeParse(content).data ?? []
  return part && { text: part.text, instead: (text) => [{ type: 'text', text }] }
}
