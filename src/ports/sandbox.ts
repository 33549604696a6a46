import type { JsonObject } from './store/catalog.ts'

/** Runs programs that nobody trusts: they reach nothing but what they are given here. */
export interface Sandbox {
  /** Ends with the program, whatever it does; an abort ends it at once. */
  run(program: Program, host: ProgramHost, signal: AbortSignal): Promise<ProgramEnd>
}

export interface Program {
  /** TypeScript or JavaScript, as the body of an async function. */
  readonly code: string
  /** What the program reads as `input`. */
  readonly input: JsonObject
  /** The time it sees from first to last, in milliseconds since the epoch; its random numbers follow from it. */
  readonly now: number
  readonly limits: ProgramLimits
}

export interface ProgramLimits {
  /** Time it may compute, without the time it waits for answers. */
  readonly computeMs: number
  /** Time from its start to its end. */
  readonly totalMs: number
  readonly memoryBytes: number
  readonly calls: number
  /** The longest arguments of one call, and the longest answer it may be given, as JSON. */
  readonly messageChars: number
  /** All that it logs and returns, as JSON. */
  readonly outputChars: number
}

/** What a program asks for: a tool of a server, or a text that was left out. */
export type ProgramRequest =
  | {
      readonly kind: 'tool'
      readonly server: string
      readonly tool: string
      readonly args: unknown
    }
  | { readonly kind: 'recover'; readonly id: string }

export interface ProgramHost {
  /** The answer; a refusal is told to the program, which may go on. */
  answer(request: ProgramRequest): Promise<ProgramAnswer>
}

export type ProgramAnswer =
  | { readonly value: unknown }
  | { readonly refusal: { readonly code: string; readonly message: string } }

/** How a program ended, and what it logged until then. */
export type ProgramEnd = { readonly logs: readonly string[] } & (
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: ProgramError }
  | { readonly kind: 'stopped'; readonly by: ProgramStop }
)

export interface ProgramError {
  readonly name: string
  readonly message: string
  /** Of the code as it was given, from 1. */
  readonly line?: number
  /** The code of a refusal that it did not catch. */
  readonly code?: string
}

/** The limit that was reached; `depth`: it calls itself without end; `waiting`: for nothing that could come. */
export type ProgramStop =
  | 'compute'
  | 'time'
  | 'memory'
  | 'depth'
  | 'calls'
  | 'message'
  | 'output'
  | 'waiting'
  | 'signal'
