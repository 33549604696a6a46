import type { Capability, CatalogTool, Dag, Trace } from '../../../ports/store/catalog.ts'
import { hashesOf, inputsOf } from '../catalog/dag.ts'
import { requiredInputs } from '../catalog/outline-code.ts'
import { wordsOf } from '../rank/intent.ts'

/** Fewer runs than this may be chance. */
export const leastSupport = 3
const mostExamples = 10

/** Which workflow a run followed: its tools in order, or its caller's script. Runs of one tool are no workflow. */
export function signatureOf({
  tools,
  script,
  by,
}: Pick<Trace, 'tools' | 'script' | 'by'>): string | undefined {
  if (script !== undefined) return `script ${script} of ${by ?? ''}`
  const distinct = [...new Set(tools)]
  return distinct.length < 2 ? undefined : distinct.join(' > ')
}

export function signatureOfCapability({ source, owner }: Capability): string | undefined {
  if (source.type === 'code')
    return source.key === undefined ? undefined : `script ${source.key} of ${owner ?? ''}`
  return signatureOf({ tools: source.dag?.tasks.map(({ tool }) => tool) ?? [] })
}

interface MineInput {
  /** Every run with the signature or of what was learned from them, oldest first. */
  readonly runs: readonly Trace[]
  readonly toolNamed: (id: string) => CatalogTool | undefined
  /** What was learned from them before. */
  readonly known?: Capability | undefined
  readonly isIdTaken: (id: string) => boolean
}

/** The capability that runs with one signature amount to, once enough of them went well. */
export function mineCapability(input: MineInput): Capability | undefined {
  const { runs, toolNamed, known } = input
  const successes = runs.filter(
    ({ isSuccess, intent, origin }) => isSuccess && (intent !== '' || origin === 'sequence'),
  )
  const last = successes.at(-1)
  if (successes.length < leastSupport || last === undefined) return undefined
  const dag = successes.findLast((run) => run.dag)?.dag ?? dagFrom(last, toolNamed)
  const words = sharedWords(successes)
  const named = words.length > 0 ? words : [toolNames(dag)]
  return {
    id: known?.id ?? freeId(named, input.isIdTaken),
    intent: known?.intent ?? centralIntent(named),
    source: { type: 'dag', dag },
    inputs: inputsOf(dag.tasks),
    outputs: outputNames(dag),
    tags: known?.tags ?? [],
    ...fareOf(runs),
    isPinned: known?.isPinned ?? false,
    isForgotten: known?.isForgotten ?? false,
    isLearned: true,
    toolHashes: hashesOf(dag, toolNamed),
    examples: words.slice(-mostExamples),
  }
}

/** How runs of a capability went, those that failed among them. */
export function fareOf(
  runs: readonly Trace[],
): Pick<Capability, 'successRate' | 'usageCount' | 'avgDurationMs' | 'lastUsedAt'> {
  const successes = runs.filter(({ isSuccess }) => isSuccess)
  const durations = successes.flatMap((run) => run.durationMs ?? [])
  return {
    successRate: successes.length / runs.length,
    ...(durations.length > 0 ? { avgDurationMs: Math.round(mean(durations)) } : {}),
    usageCount: runs.length,
    lastUsedAt: Math.max(...runs.map((run) => run.at)),
  }
}

/** The intents behind runs, oldest first. Words that came with a token are shown to nobody else: then there are none. */
function sharedWords(runs: readonly Trace[]): readonly string[] {
  if (runs.some(({ by }) => by !== undefined)) return []
  return distinctLast(runs.flatMap(({ intent }) => (intent === '' ? [] : [intent])))
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
