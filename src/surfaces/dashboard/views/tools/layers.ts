/** What a drawing needs of a task. */
export interface TaskShape {
  readonly id: string
  readonly tool: string
  readonly dependsOn: readonly string[]
}

/** Tasks by the earliest layer they can run in; what waits in a circle comes last. */
export function layersOf(tasks: readonly TaskShape[]): readonly (readonly TaskShape[])[] {
  const layers: TaskShape[][] = []
  const done = new Set<string>()
  const known = new Set(tasks.map(({ id }) => id))
  let rest = [...tasks]
  while (rest.length > 0) {
    const ready = rest.filter(({ dependsOn }) =>
      dependsOn.every((id) => done.has(id) || !known.has(id)),
    )
    const layer = ready.length > 0 ? ready : rest
    layers.push(layer)
    for (const { id } of layer) done.add(id)
    rest = rest.filter((task) => !layer.includes(task))
  }
  return layers
}
