import { type Lines, lineAt } from '../../text/lines.ts'

/** What a text is asked where nobody says a goal. */
const whatWentWrong = 'what went wrong'

/** What somebody asked of a text, and how the program ended that printed it. */
interface Asked {
  readonly goal: string
  readonly exitCode?: number | undefined
}

/** What is asked instead: nothing of ours is looked for when somebody said a goal. */
export interface Open {
  readonly goal: string
  /** Nobody said a goal, so not finding it is no news. */
  readonly isGoalOpen: boolean
  /** Of a program that ended well this much is enough; of one that failed all that failed may stay. */
  readonly outcome: 'well' | 'failed' | 'unknown'
}

/** A goal for whoever gave none: what went wrong, or how it ended when nothing did. */
export function openGoal({ goal, exitCode }: Asked): Open {
  const isGoalOpen = goal.trim() === ''
  const outcome = exitCode === undefined ? 'unknown' : exitCode === 0 ? 'well' : 'failed'
  return { goal: isGoalOpen ? whatWentWrong : goal, isGoalOpen, outcome }
}

const lastLines = 8
const longestEnd = 1000

/** Flags the end of a text, where programs say how it went. */
export function flagEnd(lines: Lines, flags: Uint8Array): Uint8Array {
  const flagged = flags.slice()
  let left = lastLines
  let chars = 0
  for (let index = lines.count - 1; index >= 0 && left > 0; index--) {
    const { length } = lineAt(lines, index)
    chars += length
    if (chars > longestEnd) break
    flagged[index] = 1
    if (length > 0) left -= 1
  }
  return flagged
}
