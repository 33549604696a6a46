import { readFileSync } from 'node:fs'
import { compose } from '../compose/compose.ts'
import { homeFolder } from '../config/home-folder.ts'
import { loadConfig } from '../config/load.ts'
import { processEnvironment } from '../config/process-environment.ts'
import type { ShortResult } from '../core/mask/entry/enter-result.ts'
import type { Engine } from '../engine.ts'
import { discoverOperations } from '../operations/discover/discover.ts'
import { knowledgeOperations } from '../operations/knowledge/knowledge.ts'
import { memoryOperations } from '../operations/memory/memory.ts'
import { pruneOperations } from '../operations/prune/prune.ts'
import { ledgerOperations } from '../operations/traffic/ledger.ts'
import { maskOperations } from '../operations/traffic/mask.ts'
import { ownTools } from '../surfaces/own-tools.ts'

const known = [
  ...pruneOperations,
  ...maskOperations,
  ...knowledgeOperations,
  ...memoryOperations,
  ...discoverOperations,
  ...ledgerOperations,
]

type Known = (typeof known)[number]
type Typed<Name> = NonNullable<Extract<Known, { readonly name: Name }>['types']>

/** An operation as a function: its input and output are those of `POST /api/<name>`. */
export type Call<Name extends Known['name']> = (
  input: Typed<Name>['input'],
  signal?: AbortSignal,
) => Promise<Typed<Name>['output']>

/** What a tool printed, on its way into a conversation. */
export interface ToolOutput {
  readonly tool: string
  /** The arguments of the call: the command of a shell says what its output is. */
  readonly input?: unknown
  readonly text: string
  /** How the program ended, where that is known. */
  readonly exitCode?: number
  /** What the user last asked for. */
  readonly goal?: string
}

export interface OpenOptions {
  /** The folder of its stores and settings; that of the command line when not given. */
  readonly home?: string
  /** Whose data it works on; the default namespace when not given. */
  readonly namespace?: string
  /** Settings by key, for instance `{ 'store.ttl_days': '30' }`; they come before file and environment. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Tamis in this process, over the stores of a home that daemons and commands may use at the same time. */
export interface Tamis extends AsyncDisposable {
  /** Prunes, keeps the original, and writes the saving into the ledger. */
  readonly prune: Call<'prune'>
  readonly recover: Call<'recover'>
  /** Masks old tool results and keeps what left. */
  readonly mask: Call<'mask'>
  /** What a tool printed, shorter; `undefined` when it should stay as it is. The original is kept. */
  sieve(output: ToolOutput): Promise<ShortResult | undefined>
  readonly ingest: Call<'knowledge.ingest'>
  readonly search: Call<'knowledge.search'>
  readonly ask: Call<'knowledge.ask'>
  readonly remember: Call<'memory.remember'>
  readonly recall: Call<'memory.recall'>
  readonly discover: Call<'discover'>
  readonly execute: Call<'execute'>
  readonly ledger: { readonly sum: Call<'ledger.sum'>; readonly list: Call<'ledger.list'> }
  /** Waits for what is being written, ends what was started, and closes the stores. */
  close(): Promise<void>
}

/** Opens a home. Reads the environment and the home's settings as the command line does, but no project's. */
export async function openTamis(options: OpenOptions = {}): Promise<Tamis> {
  const { home, namespace, settings: values } = options
  const flags = {
    ...(home === undefined ? {} : { home }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(values === undefined ? {} : { values }),
  }
  const environment = processEnvironment()
  const loaded = loadConfig(flags, environment, homeFolder(home, environment))
  const { engine, close } = await compose(loaded, ownVersion(), {
    onEngine: (opened) => opened.discovery.offer(async () => ownTools(opened)),
  })
  const call = callsOn(engine)
  return {
    prune: call('prune'),
    recover: call('recover'),
    mask: call('mask'),
    sieve: ({ tool, input, text, exitCode, goal = '' }) =>
      engine.conversations.enter('library', { callId: '', tool, input, text, exitCode, goal }),
    ingest: call('knowledge.ingest'),
    search: call('knowledge.search'),
    ask: call('knowledge.ask'),
    remember: call('memory.remember'),
    recall: call('memory.recall'),
    discover: call('discover'),
    execute: call('execute'),
    ledger: { sum: call('ledger.sum'), list: call('ledger.list') },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The operations of one engine, by name. */
function callsOn(engine: Engine): <Name extends Known['name']>(name: Name) => Call<Name> {
  return <Name extends Known['name']>(name: Name): Call<Name> => {
    const operation = known.find((one) => one.name === name)
    if (!operation) throw new Error(`There is no operation ${name}`)
    return (input, signal = new AbortController().signal) =>
      operation.run(engine, input, { source: 'library', caller: undefined, signal }) as Promise<
        Typed<Name>['output']
      >
  }
}

function ownVersion(): string {
  const place = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(place, 'utf8')) as { readonly version: string }).version
}
