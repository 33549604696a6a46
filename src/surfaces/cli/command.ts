import type { SessionFolder } from '../../clients/session-folders.ts'
import type { LoadedConfig } from '../../config/load.ts'
import type { Environment } from '../../config/process-environment.ts'
import type { AgentSessions, Engine, Lock, Log, StoreUpkeep } from '../../engine.ts'
import type { Phrase } from '../../phrase.ts'
import type { ReadDocument } from './input/read-for-pruning.ts'
import type { Output } from './page/output.ts'

/** One command of `tamis`, its options and how to run it. */
export interface Command {
  /** The words after `tamis`, for instance `ledger list`. */
  readonly name: string
  readonly summary: string
  /** What follows the options in the usage line, for instance `[FILE…]`. */
  readonly operands?: string
  /** What they are, where the usage line does not say enough. */
  readonly operandMeaning?: Pick<Option, 'description' | 'facts'>
  /** The words that may stand there, where they are few and known. */
  readonly operandChoices?: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
  /** Asks for no configuration but by opening the engine: reading it takes longer than a small prune. */
  readonly readsNoConfig?: true
  /** Hands signals on to a command of the user's, and ends as that does. */
  readonly forwardsSignals?: true
  /** Resolves to the exit code. */
  run(context: CommandContext, args: Arguments): Promise<number>
}

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly isMultiple?: boolean
  readonly description: string
  /** Set behind the description in brackets: choices, a default, `required`. */
  readonly facts?: readonly Phrase[]
  /** The values it takes, where they are few and known; a shell completes them. */
  readonly choices?: readonly string[]
  /** What the value is called in the help: `N`, `FILE`. */
  readonly value?: string
}

export interface Arguments {
  readonly operands: readonly string[]
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  isSet(name: string): boolean
  /** `--no-<name>` was said. */
  isNegated(name: string): boolean
  /** A number, or a usage error that names the option. */
  number(name: string): number | undefined
}

export interface CommandContext {
  readonly deps: CliDeps
  readonly output: Output
  readonly signal: AbortSignal
  /** The configuration as flags, environment and files have it; `values` are more flags. */
  loadConfig(values?: Readonly<Record<string, string>>): LoadedConfig
  /** The engine over the home's store, in this process; closed when the command ends. */
  openEngine(): Promise<Engine>
}

/** What the composition root lends to the command line. */
export interface CliDeps {
  readonly version: string
  readonly environment: Environment
  readonly folder: string
  readonly compose: (
    loaded: LoadedConfig,
    /** A daemon serves requests from here; other commands end soon. */
    options?: { readonly isDaemon: boolean },
  ) => Promise<Composed>
  /** The pruner alone, over a home where nothing of it is configured. */
  readonly composePruner: (home: string) => Promise<ComposedPruner>
  /** The text inside a PDF, a page or a notebook. */
  readonly readDocument: ReadDocument
  /** The stores of a home, to be moved, archived and checked. */
  readonly openStoreUpkeep: (loaded: LoadedConfig) => Promise<StoreUpkeep>
  /** What coding agents saved below these folders. */
  readonly agentSessions: (folders: readonly SessionFolder[]) => Promise<AgentSessions>
  /** The home's daemon lock, or `undefined` when a daemon holds it. */
  readonly lockHome: (home: string) => Promise<Lock | undefined>
}

interface ComposedPruner extends Pick<Engine, 'pruneWithDefaults'> {
  close(): Promise<void>
}

export interface Composed {
  readonly engine: Engine
  engineOf(namespace: string | undefined): Promise<Engine>
  /** Absent for a store in the home. */
  readonly isStoreThere?: (() => boolean) | undefined
  readonly log: Log
  close(): Promise<void>
}
