import type { Capability, CatalogTool, JsonObject, Trace } from '../../../ports/store/catalog.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import { dagOf, inputsOf, staleTools } from '../catalog/dag.ts'
import type { Holdings } from '../catalog/holdings.ts'
import { bareName, compressPipeline, extractStep, generatePipeline } from '../catalog/pipeline.ts'
import type { Invocation, ResultDetails, ResultSummary } from './results.ts'

/** What a tool asks for and gives, and how it has fared. */
export function toolSummary(tool: CatalogTool, runs: readonly Trace[]): ResultSummary {
  const properties = asObject(tool.inputSchema.properties)
  const required = new Set(
    Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : [],
  )
  const names = Object.keys(properties)
  return {
    toolSchema: {
      requiredParams: names.filter((name) => required.has(name)),
      optionalParams: names.filter((name) => !required.has(name)),
      returnType: returnType(tool.outputSchema),
    },
    ...statistics(runs),
  }
}

/** The compact view of a capability. */
export function capabilitySummary(capability: Capability, view: Holdings): ResultSummary {
  const pipeline = compressPipeline(generatePipeline(dagOf(capability)))
  const stale = staleTools(capability, (id) => view.everyTool.get(id))
  return {
    pipeline,
    toolsUsed: [...new Set(dagOf(capability).tasks.map(({ tool }) => bareName(tool)))],
    inputs: capability.inputs,
    outputs: capability.outputs,
    // Before the first run nothing is known of how it fares.
    ...(capability.usageCount > 0 ? { successRate: rounded(capability.successRate) } : {}),
    ...(capability.avgDurationMs === undefined ? {} : { avgDurationMs: capability.avgDurationMs }),
    usageCount: capability.usageCount,
    ...(capability.lastUsedAt === undefined ? {} : { lastUsed: toIsoTime(capability.lastUsedAt) }),
    ...(stale.length > 0 ? { stale: stale.map(bareName) } : {}),
  }
}

/** The compact view of one step, as a workflow of its own. */
export function stepSummary(capability: Capability, step: number): ResultSummary {
  const dag = extractStep(dagOf(capability), step) ?? { tasks: [] }
  return {
    pipeline: generatePipeline(dag),
    inputs: inputsOf(dag.tasks),
    outputs: dag.tasks.map(({ tool }) => bareName(tool).split(':').at(-1) ?? tool),
  }
}

export function toolDetails(tool: CatalogTool, runs: readonly Trace[]): ResultDetails {
  const examples = [...tool.examples, ...intentsOf(runs)]
  return {
    description: tool.description,
    fullSchema: tool.inputSchema,
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    ...(examples.length > 0 ? { examples } : {}),
    ...(typeof tool.inputSchema.$comment === 'string' && tool.findings.some(isLargeSchema)
      ? { missing: ['fullSchema: the upstream schema is too large; only its top level is kept'] }
      : {}),
    invocationHistory: history(runs),
  }
}

export function capabilityDetails(capability: Capability, runs: readonly Trace[]): ResultDetails {
  const { source } = capability
  return {
    source:
      source.type === 'dag'
        ? { type: 'dag', dagStructure: source.dag }
        : { type: 'code', code: source.code },
    ...(source.type === 'code' && source.dag ? { reconstructedDAG: source.dag } : {}),
    examples: capability.examples,
    invocationHistory: history(runs),
  }
}

function isLargeSchema(finding: string): boolean {
  return finding.startsWith('large-schema')
}

/** Success rate, mean duration, count and last use, where there were runs. */
function statistics(runs: readonly Trace[]): Partial<ResultSummary> {
  if (runs.length === 0) return {}
  // A run of several tools does not say how long each of them took.
  const alone = runs.filter(({ tools }) => tools.length === 1)
  const durations = alone.flatMap((run) => run.durationMs ?? [])
  return {
    successRate: rounded(runs.filter((run) => run.isSuccess).length / runs.length),
    ...(durations.length > 0
      ? { avgDurationMs: Math.round(durations.reduce((sum, ms) => sum + ms, 0) / durations.length) }
      : {}),
    usageCount: runs.length,
    lastUsed: toIsoTime(Math.max(...runs.map((run) => run.at))),
  }
}

const shownIntents = 3

/** What a tool was last used for. Words that came with a token are shown to nobody else. */
function intentsOf(runs: readonly Trace[]): readonly string[] {
  const intents = runs.flatMap(({ isSuccess, intent, by }) =>
    isSuccess && intent !== '' && by === undefined ? [intent] : [],
  )
  return [...new Set(intents.reverse())].slice(0, shownIntents)
}

const shownRuns = 5

function history(runs: readonly Trace[]): readonly Invocation[] {
  return runs.slice(-shownRuns).map((run) => ({
    at: toIsoTime(run.at),
    // Words that came with a token are shown to nobody else.
    intent: run.by === undefined ? run.intent : '',
    success: run.isSuccess,
    ...(run.durationMs === undefined ? {} : { durationMs: run.durationMs }),
  }))
}

function returnType(schema: JsonObject | undefined): string {
  if (!schema) return 'content'
  const names = Object.keys(asObject(schema.properties))
  return names.length > 0 ? `{ ${names.join(', ')} }` : String(schema.type ?? 'object')
}

function rounded(share: number): number {
  return Math.round(share * 100) / 100
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {}
}
