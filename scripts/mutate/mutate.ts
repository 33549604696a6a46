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
  /** Only this part of the rows, for machines that are not ours for long: `3/10`. */
  readonly slice?: string
}

/**
 * Judges the rows that are asked for, prints each, and answers whether all were noticed; of what a change
 * touches, whether none survived.
 */
export async function mutate(options: MutateOptions): Promise<boolean> {
  const asked = sliceOf(
    guards.filter((guard) => isAsked(guard, options)),
    options.slice ?? '1/1',
  )
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

/** Rows with the same tests lie together: these run once as they are for all of them. */
function sliceOf(asked: readonly Guard[], slice: string): readonly Guard[] {
  const [number = 1, parts = 1] = slice.split('/').map(Number)
  const testsOf = ({ tests }: Guard): string => tests.map(({ file }) => file).join()
  const sorted = asked.toSorted((one, other) => testsOf(one).localeCompare(testsOf(other)))
  const edge = (part: number): number => Math.round((sorted.length * part) / parts)
  return sorted.slice(edge(number - 1), edge(number))
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
