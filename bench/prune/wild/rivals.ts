import { lineAt, splitLines } from '../../../src/core/text/lines.ts'
import { termsOf } from '../../../src/core/text/terms.ts'
import { baselines, fill } from '../baselines.ts'
import type { Method } from '../recall.ts'
import type { Sample } from '../sets.ts'

/** What people do without us, each with as many characters as it is given. */
export const rivals: Readonly<Record<string, Method>> = {
  'grep ±3': (sample, budget) => {
    const lines = splitLines(sample.text)
    return fill(greppedLines(sample), lines, budget)
  },
  tail: (sample, budget) => baseline('tail', sample, budget),
  'bm25 ±3': (sample, budget) => baseline('bm25 ±3', sample, budget),
}

function baseline(name: string, ...[sample, budget]: Parameters<Method>): ReturnType<Method> {
  const method = baselines[name]
  if (method === undefined) throw new Error(`no baseline named ${name}`)
  return method(sample, budget)
}

const trouble = /error|fail|exception|fatal|panic|warn/i

/** `grep -iE 'error|fail|…|WORDS OF THE GOAL' -C3`, from the top. */
function greppedLines({ text, goal }: Sample): readonly number[] {
  const lines = splitLines(text)
  const words = termsOf(goal, { withoutStopWords: true })
  const order = new Set<number>()
  for (let index = 0; index < lines.count; index++) {
    const line = lineAt(lines, index).toLowerCase()
    if (!trouble.test(line) && !words.some((word) => line.includes(word))) continue
    for (let at = Math.max(0, index - 3); at <= Math.min(lines.count - 1, index + 3); at++)
      order.add(at)
  }
  return [...order]
}
