import type { Clock } from '../../../ports/clock.ts'
import type { Capability, CatalogStore, CatalogTool, Trace } from '../../../ports/store/catalog.ts'
import { shortId } from '../../text/short-id.ts'
import { resolveToolId } from '../catalog/code-names.ts'
import { hashesOf } from '../catalog/dag.ts'
import type { Holdings, HoldingsReader } from '../catalog/holdings.ts'
import type { SingleCall } from './flows.ts'
import {
  fareOf,
  leastSupport,
  mineCapability,
  signatureOf,
  signatureOfCapability,
} from './mine-capabilities.ts'
import type { PastRuns } from './past-runs.ts'
import { createVisitors, type Shown, type Visitor } from './visitors.ts'

/** A run that happened elsewhere. */
export interface RecordedRun {
  readonly intent: string
  readonly tools: readonly string[]
  readonly links?: readonly (readonly [string, string])[] | undefined
  readonly success: boolean
  readonly durationMs?: number | undefined
}

export interface Recorder {
  /** Remembers which intent a result was shown to a visitor for, and keeps what it did before as a sequence. */
  noteShown(visitor: Visitor, intent: string, shown: readonly Shown[]): Promise<void>
  /** The intent that led this visitor to run this. */
  intentFor(visitor: Visitor, id: string | undefined): string
  /** One tool ran by itself and went well; with no further call for a while, the sequence ends with it. */
  noteCall(visitor: Visitor, call: SingleCall): Promise<void>
  /** Gives the capability that is now learned from a script, if there is a new one. */
  keep(trace: Trace, script?: RecurringScript): Promise<Capability | undefined>
  /** `by` is whose run it was, where a token said so. */
  record(run: RecordedRun, by?: string): Promise<Trace>
}

export function createRecorder(deps: {
  readonly catalog: CatalogStore
  readonly now: Clock
  readonly runs: PastRuns
  readonly views: HoldingsReader
  readonly pause: (ms: number) => Promise<void>
  /** Told of every run that was kept. */
  readonly onKept: () => void
  readonly onFailure: (error: unknown) => void
}): Recorder {
  const { catalog, now, runs, views } = deps
  const visitors = createVisitors(now)

  async function keep(trace: Trace, script?: RecurringScript): Promise<Capability | undefined> {
    const alike = await runs.append(trace)
    const held = await views.holdings()
    const learned = await learnFrom(catalog, held, trace, { alike, of: runs.of, script })
    deps.onKept()
    return learned
  }

  async function keepIfAny(sequence: Trace | undefined): Promise<void> {
    if (sequence) await keep(sequence)
  }

  return {
    keep,
    noteShown: (visitor, intent, shown) => keepIfAny(visitors.noteShown(visitor, intent, shown)),
    intentFor: visitors.intentFor,
    noteCall(visitor, call) {
      const ended = visitors.noteCall(visitor, call)
      void deps
        .pause(sequenceEndsAfterMs)
        .then(() => keepIfAny(visitors.endAfter(visitor, call)))
        .catch(deps.onFailure)
      return keepIfAny(ended)
    },
    async record(run, by) {
      const { everyTool } = await views.holdings()
      const idOf = (written: string): string => resolveToolId(everyTool, written) ?? written
      const trace: Trace = {
        at: now(),
        intent: run.intent,
        tools: run.tools.map(idOf),
        links: (run.links ?? []).map(([from, to]) => [idOf(from), idOf(to)]),
        isSuccess: run.success,
        ...(run.durationMs === undefined ? {} : { durationMs: run.durationMs }),
        origin: 'recorded',
        ...(by === undefined ? {} : { by }),
      }
      await keep(trace)
      return trace
    },
  }
}

/** An agent that calls nothing for so long has done what it was about. */
const sequenceEndsAfterMs = 60_000

/** What a run teaches: its capability fares by it, and enough alike become one, which is given where it is new. */
async function learnFrom(
  catalog: CatalogStore,
  held: Holdings,
  trace: Trace,
  past: {
    readonly alike: readonly Trace[]
    readonly of: PastRuns['of']
    readonly script: RecurringScript | undefined
  },
): Promise<Capability | undefined> {
  const known = capabilityOf(held, trace)
  const runs = known ? past.of(known) : past.alike
  if (runs.length === 0) return undefined
  const toolNamed = (id: string): CatalogTool | undefined => held.everyTool.get(id)
  if (known && (!known.isLearned || known.source.type === 'code')) {
    const source = past.script ? sourceAfter(known, trace, toolNamed) : {}
    await catalog.saveCapability({ ...known, ...fareOf(runs), ...source })
    return undefined
  }
  if (!known && signatureOf(trace) === undefined) return undefined
  const capability = past.script
    ? mineScript(runs, past.script, toolNamed)
    : mineCapability({
        runs,
        toolNamed,
        known,
        isIdTaken: (id) => held.capabilities.has(id),
      })
  if (capability) await catalog.saveCapability(capability)
  return known ? undefined : capability
}

/** What code does is known by what it last did. */
function sourceAfter(
  { source }: Capability,
  { isSuccess, dag }: Trace,
  toolNamed: (id: string) => CatalogTool | undefined,
): Partial<Capability> {
  if (source.type !== 'code' || !isSuccess || !dag || dag.tasks.length === 0) return {}
  return { source: { ...source, dag }, toolHashes: hashesOf(dag, toolNamed) }
}

/** The capability that ran, or the one that was learned from runs like this. */
function capabilityOf({ capabilities }: Holdings, trace: Trace): Capability | undefined {
  const ran = capabilities.get(trace.capability ?? '')
  if (ran) return ran
  const signature = signatureOf(trace)
  if (signature === undefined) return undefined
  return [...capabilities.values()].find(
    (one) => one.isLearned && signatureOfCapability(one) === signature,
  )
}

/** A script that ran, with inputs in place of its values. */
interface RecurringScript {
  readonly code: string
  readonly inputs: readonly string[]
}

/** The capability that a caller's script amounts to once it went well often enough; it is that caller's alone. */
function mineScript(
  runs: readonly Trace[],
  { code, inputs }: RecurringScript,
  toolNamed: (id: string) => CatalogTool | undefined,
): Capability | undefined {
  const successes = runs.filter(({ isSuccess }) => isSuccess)
  const last = successes.at(-1)
  if (last?.script === undefined || successes.length < leastSupport) return undefined
  const dag = last.dag ?? { tasks: [] }
  const intents = [...new Set(successes.flatMap(({ intent }) => (intent === '' ? [] : [intent])))]
  const tools = [...new Set(dag.tasks.map(({ tool }) => tool.split(':').at(-1) ?? tool))]
  return {
    // Nothing in its name tells others what it is for.
    id: shortId('cap:script-', last.script),
    intent: intents.at(-1) ?? tools.join(', '),
    source: { type: 'code', code, dag, key: last.script },
    inputs,
    outputs: [],
    tags: [],
    ...fareOf(runs),
    isPinned: false,
    isForgotten: false,
    isLearned: true,
    toolHashes: hashesOf(dag, toolNamed),
    examples: intents,
    owner: last.by ?? '',
  }
}
