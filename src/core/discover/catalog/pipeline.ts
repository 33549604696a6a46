import type { Dag, Task } from '../../../ports/store/catalog.ts'
import { computeLayers } from './dag.ts'

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
  return {
    tasks: layer.map((task) => ({
      ...task,
      dependsOn: [],
      arguments: toInputs(task.arguments) as Task['arguments'],
    })),
  }
}

/** `{"$ref": "rows.0.name"}` becomes the input `rows_0_name`. */
function toInputs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toInputs)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string')
    return value.$ref.startsWith('$input.')
      ? value
      : { $ref: `$input.${value.$ref.replaceAll('.', '_')}` }
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, toInputs(child)]))
}
