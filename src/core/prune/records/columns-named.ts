import { partsOf } from '../../text/terms.ts'

/** Which columns the words of a goal name: `memory` names `%MEM`, `cpu` names `cpu_percent`. */
export function columnsNamed(columns: readonly string[], goal: string): readonly number[] {
  const words = partsOf(goal).filter((word) => word.length >= shortest)
  return columns
    .map((_, at) => at)
    .filter((at) =>
      partsOf(columns[at] ?? '').some(
        (name) =>
          name.length >= shortest &&
          words.some((word) => word.startsWith(name) || name.startsWith(word)),
      ),
    )
}

const shortest = 3
