import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'

/** Which columns the words of a goal name: `memory` names `%MEM`, `cpu` names `cpu_percent`. */
export function columnsNamed(columns: readonly string[], goal: string): readonly number[] {
  const words = partsOf(goal).filter((word) => word.length >= shortest)
  return columns
    .map((_, at) => at)
    .filter((at) =>
      partsOf(columns[at] ?? '').some(
        (name) => name.length >= shortest && words.some((word) => isName(word, name)),
      ),
    )
}

const shortest = 3

/** Whether one begins with the other, or both are forms of one word: `restarted` names `RESTARTS`. */
function isName(word: string, name: string): boolean {
  return word.startsWith(name) || name.startsWith(word) || stem(word, 'en') === stem(name, 'en')
}
