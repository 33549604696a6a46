import type { Guard } from './guard.ts'
import { guards } from './guards.ts'
import { type Judged, judgeGuards } from './judge-guards.ts'

export interface MutateOptions {
  readonly root: string
  readonly jobs: number
  readonly limitMs: number
  /** Only rows whose place, kind or promise holds one of these; none for all. */
  readonly words: readonly string[]
  /** Only rows whose file or tests are among these. */
  readonly changed?: ReadonlySet<string>
}

/**
 * Judges the rows that are asked for, prints each, and answers whether all were noticed; of what a change
 * touches, whether none survived.
 */
export async function mutate(options: MutateOptions): Promise<boolean> {
  const asked = guards.filter((guard) => isAsked(guard, options))
  console.log(`${asked.length} of ${guards.length} guards`)
  const judged = await judgeGuards(asked, {
    ...options,
    onJudged: (one) => console.log(lineOf(one)),
  })
  const count = (kind: Judged['verdict']['kind']): number =>
    judged.filter(({ verdict }) => verdict.kind === kind).length
  console.log(
    `${count('noticed')} noticed, ${count('survived')} survived, ${count('broken')} broken, ${count('left-out')} left out for lack of time`,
  )
  // A row whose test fails anyway says nothing of the guard; the run of all tests has told of that test.
  return count('survived') + (options.changed ? 0 : count('broken')) === 0
}

function isAsked(guard: Guard, { words, changed }: MutateOptions): boolean {
  const { kind, what, file, tests } = guard
  const isNamed =
    words.length === 0 || words.some((word) => [kind, what, file].join(' ').includes(word))
  const touched = [file, ...tests.map((test) => test.file)]
  return isNamed && (changed === undefined || touched.some((one) => changed.has(one)))
}

function lineOf({ guard, verdict, seconds }: Judged): string {
  const head = {
    noticed: 'noticed ',
    survived: 'SURVIVED',
    broken: 'BROKEN  ',
    'left-out': 'left out',
  }
  const said =
    verdict.kind === 'noticed' ? verdict.by : verdict.kind === 'broken' ? verdict.why : guard.file
  return `${head[verdict.kind]} ${seconds.toFixed(1).padStart(5)} s  ${guard.kind}: ${guard.what} (${said})`
}
