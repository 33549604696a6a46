import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Capability, CatalogTool, Dag, Task } from '../../../ports/store/catalog.ts'
import { isTemplate, joinPieces } from './templates.ts'

/** The workflow of a capability: its own, or the one inferred from its code. */
export function dagOf({ source }: Capability): Dag {
  return source.dag ?? { tasks: [] }
}

/** Tasks grouped so that each group needs only earlier ones; refuses cycles and unknown names. */
export function computeLayers(tasks: readonly Task[]): readonly (readonly Task[])[] {
  requireKnownNames(tasks)
  const layers: Task[][] = []
  const done = new Set<string>()
  let waiting = [...tasks]
  while (waiting.length > 0) {
    const ready = waiting.filter((task) => dependenciesOf(task).every((name) => done.has(name)))
    if (ready.length === 0)
      throw new EngineError('dag_invalid', 'The tasks wait for each other in a circle', {
        hint: phrase`Break the circle among ${waiting.map(({ id }) => id).join(', ')}.`,
        details: { tasks: waiting.map(({ id }) => id) },
      })
    for (const { id } of ready) done.add(id)
    waiting = waiting.filter(({ id }) => !done.has(id))
    layers.push(ready)
  }
  return layers
}

/** What a task waits for: what it says, and the tasks whose outputs its arguments name. */
export function dependenciesOf(task: Task): readonly string[] {
  return [...new Set([...task.dependsOn, ...referencesIn(task.arguments).map(taskOfReference)])]
}

/** Every `$ref` in a value: `task.path` for an output, `$input.name` for an input of the workflow. */
export function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  if ('$ref' in value && typeof value.$ref === 'string')
    return value.$ref.startsWith(inputPrefix) ? [] : [value.$ref]
  return Object.values(value).flatMap(referencesIn)
}

/** Names of the inputs that a workflow's arguments ask for. */
export function inputsOf(tasks: readonly Task[]): readonly string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value && typeof value.$ref === 'string' && value.$ref.startsWith(inputPrefix))
      names.add(value.$ref.slice(inputPrefix.length).split('.')[0] ?? '')
    for (const child of Object.values(value)) visit(child)
  }
  for (const task of tasks) visit(task.arguments)
  return [...names]
}

/** Arguments with every reference replaced by the value it points at. */
export function resolveReferences(
  value: unknown,
  outputs: ReadonlyMap<string, unknown>,
  inputs: Readonly<Record<string, unknown>>,
): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, outputs, inputs))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') return valueAt(value.$ref, outputs, inputs)
  if (isTemplate(value))
    return joinPieces(value.$template.map((piece) => resolveReferences(piece, outputs, inputs)))
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, resolveReferences(child, outputs, inputs)]),
  )
}

export const inputPrefix = '$input.'

function valueAt(
  reference: string,
  outputs: ReadonlyMap<string, unknown>,
  inputs: Readonly<Record<string, unknown>>,
): unknown {
  const isInput = reference.startsWith(inputPrefix)
  const [head = '', ...path] = reference.slice(isInput ? inputPrefix.length : 0).split('.')
  const root = isInput ? own(inputs, head) : outputs.get(head)
  const found = path.reduce<unknown>((value, name) => own(value, name), root)
  if (found === undefined)
    throw new EngineError('reference_not_found', phrase`Nothing is at ${reference}`, {
      hint: isInput
        ? phrase`Pass \`${head}\` in args.`
        : phrase`Look at the output of task ${head}.`,
      details: { reference },
    })
  return found
}

function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

function taskOfReference(reference: string): string {
  return reference.split('.')[0] ?? ''
}

function requireKnownNames(tasks: readonly Task[]): void {
  const names = new Set(tasks.map(({ id }) => id))
  if (names.size !== tasks.length)
    throw new EngineError('dag_invalid', 'Two tasks share an id', { hint: 'Give each its own.' })
  for (const task of tasks)
    for (const name of dependenciesOf(task))
      if (!names.has(name))
        throw new EngineError(
          'dag_invalid',
          phrase`Task ${task.id} waits for ${name}, which is not there`,
          {
            details: { task: task.id, missing: name },
          },
        )
}

/** The schema hash of each tool of a workflow, as it is now. */
export function hashesOf(
  dag: Dag,
  toolNamed: (id: string) => CatalogTool | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    dag.tasks.flatMap(({ tool }) => {
      const found = toolNamed(tool)
      return found ? [[tool, found.schemaHash]] : []
    }),
  )
}

/** Tools of a capability whose schema is no longer the one it was made with. */
export function staleTools(
  { toolHashes }: Capability,
  toolNamed: (id: string) => CatalogTool | undefined,
): readonly string[] {
  return Object.entries(toolHashes)
    .filter(([tool, hash]) => toolNamed(tool)?.schemaHash !== hash)
    .map(([tool]) => tool)
}
