import type { Usage } from '../wire/usage.ts'
import type { FormatName } from '../wire/wire-formats.ts'

export const agentNames = [
  'claude-code',
  'codex',
  'opencode',
  'gemini-cli',
  'qwen-code',
  'pi',
  'copilot-cli',
  'cline',
] as const

export type AgentName = (typeof agentNames)[number]

/** One conversation with a model that was saved, by whichever agent. */
export interface SavedSession {
  /** Absent for a plain list of messages. */
  readonly agent: AgentName | undefined
  readonly id: string
  /** The folder it worked in; empty where the file does not say. */
  readonly folder: string
  /** The wire format that the items are in. */
  readonly format: FormatName
  readonly items: readonly unknown[]
  /** When each item was written, in milliseconds since the epoch; NaN where nothing is said. */
  readonly times: readonly number[]
  readonly calls: readonly ModelCall[]
}

/** One request to a model and what it cost. */
export interface ModelCall {
  /** Where its reply begins: all items before it were sent. */
  readonly at: number
  /** Empty where the file does not say. */
  readonly model: string
  readonly usage: Usage | undefined
  readonly time: number
}

/** A file as it lies on the disk; `name` is for people. */
export interface SessionFile {
  readonly name: string
  readonly text: string
}

/** Reads what one agent saves. */
export interface SessionReader {
  readonly agent: AgentName
  /** As its makers write it. */
  readonly title: string
  /** Whether these lines, or this one document, are its own. */
  recognises(rows: readonly unknown[]): boolean
  /** The conversations in a file; none where nobody asked the model anything. */
  read(rows: readonly unknown[]): readonly SavedSession[]
}
