import type { Dag, Task } from '../../../ports/store/catalog.ts'
import { computeLayers, inputPrefix, inputsOf } from './dag.ts'

/** One step of the compact view of a workflow. */
export interface PipelineStep {
  readonly step: number
  readonly action: string
  readonly tools: readonly string[]
}

/** The steps of a workflow, one for each layer of tasks that can run together. */
export function generatePipeline(dag: Dag): readonly PipelineStep[] {
  return computeLayers(dag.tasks).map((layer, index) => ({
    step: index + 1,
    action: inferAction(layer),
    tools: layer.map(({ tool }) => bareName(tool)),
  }))
}

/** `tool:db:query` as workflows write it: `db:query`. */
export function bareName(tool: string): string {
  return tool.startsWith('tool:') ? tool.slice('tool:'.length) : tool
}

/** Words in tool names and the action they stand for; the first row that matches any tool wins. */
const actions: readonly (readonly [action: string, words: readonly string[]])[] = [
  ['fetch', ['query', 'fetch', 'get']],
  ['transform', ['parse', 'transform', 'map']],
  ['aggregate', ['aggregate', 'group', 'sum']],
  ['visualize', ['chart', 'plot', 'render']],
  ['export', ['export', 'pdf', 'csv']],
  ['output', ['send', 'post', 'write']],
]

/** What a layer of tasks does, told from the names of its tools. */
export function inferAction(tasks: readonly Pick<Task, 'tool'>[]): string {
  const tools = tasks.map(({ tool }) => tool.toLowerCase())
  const found = actions.find(([, words]) =>
    tools.some((tool) => words.some((word) => tool.includes(word))),
  )
  return found?.[0] ?? 'process'
}

/** Keeps the first and the last step of a long pipeline and sums up what lies between. */
export function compressPipeline(
  steps: readonly PipelineStep[],
  maxSteps = 5,
): readonly PipelineStep[] {
  const [first] = steps
  const last = steps.at(-1)
  if (steps.length <= maxSteps || first === undefined || last === undefined) return steps
  const middle = steps.slice(1, -1)
  return [
    first,
    {
      step: 2,
      action: `${middle.length} étapes intermédiaires`,
      tools: [...new Set(middle.flatMap((step) => step.tools))],
    },
    { ...last, step: 3 },
  ]
}

/** The tasks of one step, as a workflow of its own: what earlier steps gave becomes its inputs. */
export function extractStep(dag: Dag, step: number): Dag | undefined {
  const layer = computeLayers(dag.tasks)[step - 1]
  if (layer === undefined) return undefined
  const nameOf = inputNames(layer)
  return {
    tasks: layer.map((task) => ({
      ...task,
      dependsOn: [],
      arguments: toInputs(task.arguments, '', nameOf) as Task['arguments'],
    })),
  }
}

type NameOf = (parameter: string, reference: string) => string

/** An input is named after the parameter it fills; where two outputs fill one parameter, after the output. */
function inputNames(layer: readonly Task[]): NameOf {
  const fills = new Map<string, Set<string>>()
  const note: NameOf = (parameter, reference) => {
    fills.set(parameter, (fills.get(parameter) ?? new Set<string>()).add(reference))
    return parameter
  }
  for (const task of layer) toInputs(task.arguments, '', note)
  for (const name of inputsOf(layer)) note(name, `$input.${name}`)
  return (parameter, reference) =>
    fills.get(parameter)?.size === 1 ? parameter : reference.replaceAll('.', '_')
}

/** Arguments in which every output of an earlier task is an input; `parameter` is what the value fills. */
function toInputs(value: unknown, parameter: string, nameOf: NameOf): unknown {
  if (Array.isArray(value)) return value.map((item) => toInputs(item, parameter, nameOf))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string')
    return value.$ref.startsWith(inputPrefix)
      ? value
      : { $ref: `${inputPrefix}${nameOf(parameter, value.$ref)}` }
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      toInputs(child, name.startsWith('$') ? parameter : name, nameOf),
    ]),
  )
}
