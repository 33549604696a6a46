import type { Capability, CatalogTool, Dag, Task, Trace } from '../../../ports/store/catalog.ts'
import { hashesOf } from '../catalog/stale-tools.ts'
import { wordsOf } from '../rank/intent.ts'

/** Fewer runs than this may be chance. */
export const leastSupport = 3
const mostExamples = 10

/** Which workflow a run followed: its tools in order. Runs of one tool are no workflow. */
export function signatureOf({ tools }: Pick<Trace, 'tools'>): string | undefined {
  const distinct = [...new Set(tools)]
  return distinct.length < 2 ? undefined : distinct.join(' > ')
}

export interface MineInput {
  /** Every run with the signature, oldest first. */
  readonly runs: readonly Trace[]
  readonly toolNamed: (id: string) => CatalogTool | undefined
  /** What was learned from them before. */
  readonly known?: Capability | undefined
  readonly isIdTaken: (id: string) => boolean
}

/** The capability that runs with one signature amount to, once enough of them went well. */
export function mineCapability(input: MineInput): Capability | undefined {
  const { runs, toolNamed, known } = input
  const successes = runs.filter((run) => run.isSuccess && run.intent !== '')
  const last = successes.at(-1)
  if (successes.length < leastSupport || last === undefined) return undefined
  const dag = last.dag ?? dagFrom(last, toolNamed)
  const durations = successes.flatMap((run) => run.durationMs ?? [])
  const intents = distinctLast(successes.map((run) => run.intent))
  const isOneVoice = new Set(successes.map(({ by }) => by)).size === 1
  return {
    id: known?.id ?? freeId(isOneVoice ? intents : [toolNames(dag)], input.isIdTaken),
    intent: known?.intent ?? (isOneVoice ? centralIntent(intents) : toolNames(dag)),
    source: { type: 'dag', dag },
    inputs: inputNames(dag),
    outputs: outputNames(dag),
    tags: known?.tags ?? [],
    successRate: successes.length / runs.length,
    ...(durations.length > 0 ? { avgDurationMs: Math.round(mean(durations)) } : {}),
    usageCount: runs.length,
    lastUsedAt: Math.max(...runs.map((run) => run.at)),
    isPinned: known?.isPinned ?? false,
    isForgotten: known?.isForgotten ?? false,
    isLearned: true,
    toolHashes: hashesOf(dag, toolNamed),
    // Words of several people are shown to none of them.
    examples: isOneVoice ? intents.slice(-mostExamples) : [],
  }
}

/** A recorded run has no arguments: each required parameter becomes an input of the workflow. */
function dagFrom(trace: Trace, toolNamed: (id: string) => CatalogTool | undefined): Dag {
  const tools = [...new Set(trace.tools)]
  const taskOf = (tool: string): string => `t${tools.indexOf(tool) + 1}`
  const links =
    trace.links.length > 0
      ? trace.links
      : tools.slice(1).map((tool, at) => [tools[at] ?? '', tool] as const)
  return {
    tasks: tools.map((tool) => ({
      id: taskOf(tool),
      tool,
      arguments: requiredInputs(toolNamed(tool)),
      dependsOn: [
        ...new Set(
          links
            .filter(([from, to]) => to === tool && tools.includes(from))
            .map(([from]) => taskOf(from)),
        ),
      ],
    })),
  }
}

function requiredInputs(tool: CatalogTool | undefined): Task['arguments'] {
  const required = Array.isArray(tool?.inputSchema.required) ? tool.inputSchema.required : []
  return Object.fromEntries(
    required
      .filter((name) => typeof name === 'string')
      .map((name) => [name, { $ref: `$input.${name}` }]),
  )
}

function inputNames({ tasks }: Dag): readonly string[] {
  const text = JSON.stringify(tasks.map((task) => task.arguments))
  return [...new Set([...text.matchAll(/"\$input\.([^".]+)/g)].map(([, name = '']) => name))]
}

/** What the last tasks give, by the names of their tools. */
function outputNames({ tasks }: Dag): readonly string[] {
  const needed = new Set(tasks.flatMap((task) => task.dependsOn))
  return tasks.filter(({ id }) => !needed.has(id)).map(({ tool }) => tool.split(':').at(-1) ?? tool)
}

function toolNames({ tasks }: Dag): string {
  return [...new Set(tasks.map(({ tool }) => tool.split(':').at(-1) ?? tool))].join(', ')
}

/** The intent whose words the others share most. */
function centralIntent(intents: readonly string[]): string {
  const frequency = wordFrequency(intents)
  const shared = (intent: string): number => {
    const words = new Set(wordsOf(intent))
    let sum = 0
    for (const word of words) sum += frequency.get(word) ?? 0
    return sum / (words.size || 1)
  }
  return [...intents].sort((a, b) => shared(b) - shared(a) || a.length - b.length)[0] ?? ''
}

function freeId(intents: readonly string[], isTaken: (id: string) => boolean): string {
  const common = wordFrequency(intents)
  const words = wordsOf(centralIntent(intents))
    .filter((word, at, all) => all.indexOf(word) === at)
    .sort((a, b) => (common.get(b) ?? 0) - (common.get(a) ?? 0))
    .slice(0, 4)
  const base = `cap:${words.join('-') || 'workflow'}`
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!isTaken(id)) return id
  }
}

function wordFrequency(intents: readonly string[]): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>()
  for (const intent of intents)
    for (const word of new Set(wordsOf(intent))) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  return frequency
}

function distinctLast(values: readonly string[]): readonly string[] {
  return [...new Set([...values].reverse())].reverse()
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
