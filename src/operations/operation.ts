import type { z } from 'zod'
import { english, type Say } from '../core/text/say.ts'
import { type AskedClient, type Caller, type Engine, requireScope, type Scope } from '../engine.ts'
import { EngineError } from '../errors.ts'
import type { Phrase } from '../phrase.ts'
import { checkInput } from './check-input.ts'

/** What a surface tells an operation about the call itself. */
export interface Call {
  /** The door the call came through, for the ledger: `rpc`, `mcp`, `http`, `cli`, `library`. */
  readonly source: string
  /** Whose token it came with; `undefined` where the machine's own user needs none. */
  readonly caller: Caller | undefined
  /** The connection it came over, where there is one that lasts. */
  readonly session?: string | undefined
  readonly signal: AbortSignal
  /** How the caller is told things; English where nothing is said. */
  readonly say?: Say
  /** Tells the caller how far a long job is. */
  readonly onProgress?: (progress: Progress) => void
  /** Whom upstream servers, or our policy, may ask something meanwhile. */
  readonly client?: AskedClient | undefined
  /** Receives an answer while it is being written; the output is what counts. */
  readonly onText?: (text: string) => void
}

export interface Progress {
  readonly done: number
  readonly total?: number
  readonly message: Phrase
}

/** MCP profiles; `default` is the small constant list, `all` has everything of ours, `transparent` the upstreams' own tools. */
export const profiles = ['default', 'knowledge', 'memory', 'all', 'transparent'] as const

export type Profile = (typeof profiles)[number]

/** How the operation shows as an MCP tool. */
interface ToolFacts {
  readonly name: string
  /** Other names it answers to, never listed. */
  readonly aliases?: readonly string[]
  readonly profiles: readonly Profile[]
  readonly isDestructive?: boolean
  /** Answers to its name, and is in no list. */
  readonly isHidden?: boolean
  /** A decision of the user: on the command line and in the HTTP API, never a tool of a model. */
  readonly isForPeople?: boolean
}

/** How the operation shows on the command line, as words: `ledger list`. */
export interface CommandFacts {
  readonly name: string
  /** The input field that takes the words after the command. */
  readonly positional?: string
  /** What the help says of fields that are left undescribed to keep the list of tools short. */
  readonly help?: Readonly<Record<string, string>>
  /** What the home's daemon knows counts: it is asked first, where one runs. */
  readonly asksDaemon?: true
  /** Input fields that a person keeps in a file: the option takes its name, `-` for standard input. */
  readonly files?: readonly string[]
  readonly examples: readonly string[]
  /** The answer of a command that may never stop its caller, whatever fails: it is printed with exit code 0. */
  whenFailed?(reason: string): Answer
}

interface Facts {
  /** Path of the HTTP route, `POST /api/<name>`. */
  readonly name: string
  readonly summary: string
  /** Whether a call changes anything that lasts. */
  readonly effect: 'read' | 'write'
  /** What a token must allow; as much as the effect needs where nothing is said. */
  readonly scope?: Scope
  readonly tool: ToolFacts
  /** Absent where a hand-written command does it better. */
  readonly command?: CommandFacts
}

interface Definition<Name extends string, Input extends z.ZodType, Output> extends Facts {
  readonly name: Name
  readonly input: Input
  run(engine: Engine, input: z.output<Input>, call: Call): Promise<Output>
  /** What a person reads in a terminal; JSON where there is none. */
  toText?(output: Output, say: Say): string
  /** What a model gets to see, where JSON is not all of it. */
  toToolResult?(output: Output): ToolResult
  /** What stderr should say besides, whatever form the result is printed in. */
  toNotes?(output: Output): readonly Phrase[]
  /** Whether an output that came says that what was asked for did not happen; a command then ends with 1. */
  isFailure?(output: Output): boolean
}

/** The result of a tool as MCP writes it. */
export interface ToolResult {
  readonly content: readonly Readonly<Record<string, unknown>>[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: boolean
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** One thing the engine can do, said once; the CLI, HTTP, MCP and the reference are projections of it. */
export interface Operation extends Facts {
  readonly scope: Scope
  readonly input: z.ZodType
  /** Checks `input`, the only place where it is, and runs. */
  run(engine: Engine, input: unknown, call: Call): Promise<unknown>
  /** The same, for a model. */
  runForTool(engine: Engine, input: unknown, call: Call): Promise<ToolResult>
  /** An output as a person reads it. */
  toAnswer(output: unknown, say?: Say): Answer
  /** The same, for people, in their language. */
  runForPeople(engine: Engine, input: unknown, call: Call, say?: Say): Promise<Answer>
}

/** The same, with its types in reach of callers that share them. */
export interface TypedOperation<Name extends string, Input, Output> extends Operation {
  readonly name: Name
  /** Never there at run time. */
  readonly types?: { readonly input: Input; readonly output: Output }
}

/** An output both as a value and as a person reads it. */
export interface Answer {
  readonly output: unknown
  readonly text: string
  readonly notes: readonly Phrase[]
  readonly isFailure: boolean
}

export function operation<const Name extends string, Input extends z.ZodType, Output>(
  definition: Definition<Name, Input, Output>,
): TypedOperation<Name, z.input<Input>, Output> {
  const { input, run, toText, toToolResult = asJson, toNotes, isFailure, ...facts } = definition
  const scope = facts.scope ?? facts.effect
  const checkAndRun = async (engine: Engine, value: unknown, call: Call): Promise<Output> => {
    const outcome = (code: string): void =>
      engine.meter.count('tamis_operations_total', {
        operation: facts.name,
        source: call.source,
        outcome: code,
      })
    try {
      requireScope(call.caller, scope, facts.name)
      const output = await run(engine, checkInput(input, value), call)
      outcome('done')
      return output
    } catch (error) {
      outcome(error instanceof EngineError ? error.code : 'internal_error')
      throw error
    }
  }
  const toAnswer = (output: Output, say: Say = english): Answer => ({
    output,
    text: toText ? toText(output, say) : JSON.stringify(output, null, 2),
    notes: toNotes?.(output) ?? [],
    isFailure: isFailure?.(output) ?? false,
  })
  return {
    ...facts,
    scope,
    input,
    run: checkAndRun,
    runForTool: async (engine, value, call) => toToolResult(await checkAndRun(engine, value, call)),
    toAnswer: (output, say) => toAnswer(output as Output, say),
    runForPeople: async (engine, value, call, say) =>
      toAnswer(await checkAndRun(engine, value, call), say),
  }
}

function asJson(output: unknown): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(output) }] }
}
