import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { say } from '../../locale/say.ts'
import { scrollable } from '../../parts/keyboard/scrollable.ts'

const boxWidth = 150
const boxHeight = 40
const gapX = 36
const gapY = 14
/** Drawings shrink to fit, but not beyond what can be read. */
const smallest = 0.8

/** A workflow as boxes by layer: what stands in one column can run at the same time. */
export function DagDrawing({ tasks }: { tasks: readonly TaskShape[] }) {
  const layers = layersOf(tasks)
  const tallest = Math.max(1, ...layers.map(({ length }) => length))
  const width = layers.length * (boxWidth + gapX) - gapX
  const height = 22 + tallest * (boxHeight + gapY)
  const places = new Map(
    layers.flatMap((layer, column) =>
      layer.map((task, row) => [
        task.id,
        { task, x: column * (boxWidth + gapX), y: 22 + row * (boxHeight + gapY) },
      ]),
    ),
  )
  const all = [...places.values()]
  return (
    <section class="dag-scroll" {...scrollable} aria-label={say('Workflow')}>
      <svg
        class="dag"
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        style={{ maxWidth: `${width}px`, minWidth: `${width * smallest}px` }}
        role="img"
        aria-label={say(
          'Workflow of {} in {}',
          say('{} task|{} tasks', tasks.length),
          say('{} layer|{} layers', layers.length),
        )}
      >
        {layers.map((layer, column) => (
          <text key={layer[0]?.id} class="dag-layer" x={column * (boxWidth + gapX)} y="12">
            {say('Layer {}', column + 1)}
          </text>
        ))}
        {all.flatMap(({ task, x, y }) =>
          dependenciesOf(task).map((id) => {
            const from = places.get(id)
            if (!from) return null
            const start = from.x + boxWidth
            const middle = (start + x) / 2
            const fromY = from.y + boxHeight / 2
            const toY = y + boxHeight / 2
            return (
              <path
                key={`${id} ${task.id}`}
                class="dag-link"
                d={`M${start} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${x} ${toY}`}
              />
            )
          }),
        )}
        {all.map(({ task, x, y }) => (
          <g key={task.id} class="dag-task">
            <title>{markHidden(`${task.id}: ${task.tool}`.slice(0, 300))}</title>
            <rect x={x} y={y} width={boxWidth} height={boxHeight} rx="6" />
            <text x={x + 10} y={y + 17}>
              {short(task.id)}
            </text>
            <text class="dag-tool" x={x + 10} y={y + 32}>
              {short(task.tool.replace(/^tool:/, ''))}
            </text>
          </g>
        ))}
      </svg>
    </section>
  )
}

function short(text: string): string {
  const plain = markHidden(text.slice(0, 60))
  return plain.length > 23 ? `${plain.slice(0, 22)}…` : plain
}

/** What a drawing needs of a task. */
interface TaskShape {
  readonly id: string
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly dependsOn: readonly string[]
}

/** What a task waits for: what it says, and the tasks whose outputs its arguments name. */
export function dependenciesOf({ dependsOn, arguments: given }: TaskShape): readonly string[] {
  return [...new Set([...dependsOn, ...referencedIn(given)])]
}

/** `{"$ref": "task.path"}` is an output of a task; what begins with `$` is an input of the workflow. */
function referencedIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$ref' in value && typeof value.$ref === 'string')
    return value.$ref.startsWith('$') ? [] : [value.$ref.split('.')[0] ?? '']
  return Object.values(value).flatMap(referencedIn)
}

/** Tasks by the earliest layer they can run in; what waits in a circle comes last. */
function layersOf(tasks: readonly TaskShape[]): readonly (readonly TaskShape[])[] {
  const layers: TaskShape[][] = []
  const done = new Set<string>()
  const known = new Set(tasks.map(({ id }) => id))
  let rest = [...tasks]
  while (rest.length > 0) {
    const ready = rest.filter((task) =>
      dependenciesOf(task).every((id) => done.has(id) || !known.has(id)),
    )
    const layer = ready.length > 0 ? ready : rest
    layers.push(layer)
    for (const { id } of layer) done.add(id)
    rest = rest.filter((task) => !layer.includes(task))
  }
  return layers
}
