import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Guard, type GuardTest, withoutGuard } from './guard.ts'
import { runTests, type TestEnd } from './run-tests.ts'
import { copyTree } from './tree-copy.ts'

/** What became of a guard that was removed. */
export type Verdict =
  | { readonly kind: 'noticed'; readonly by: string }
  /** Every test passed without it: the guard could go tomorrow and nobody would know. */
  | { readonly kind: 'survived' }
  /** The row says nothing: its text is gone, its tests fail anyway, or none ran. */
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'left-out' }

export interface Judged {
  readonly guard: Guard
  readonly verdict: Verdict
  readonly seconds: number
}

export interface JudgeOptions {
  readonly root: string
  /** Copies of the tree that are worked in at once. */
  readonly jobs: number
  /** No guard is begun after so long; those left are said. */
  readonly limitMs: number
  onJudged(judged: Judged): void
}

const oneGuardMs = 180_000

/** Removes each guard in a copy of the tree and runs the tests that should notice. */
export async function judgeGuards(
  guards: readonly Guard[],
  options: JudgeOptions,
): Promise<readonly Judged[]> {
  const deadline = performance.now() + options.limitMs
  const waiting = [...guards]
  const judged: Judged[] = []
  const known = await baseline(guards, options.root, options.limitMs / 2)
  async function work(): Promise<void> {
    const copy = copyTree(options.root)
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const started = performance.now()
        const isLate = started > deadline
        const verdict: Verdict = isLate
          ? { kind: 'left-out' }
          : await judge(next, copy.folder, known, deadline)
        const one = { guard: next, verdict, seconds: (performance.now() - started) / 1000 }
        judged.push(one)
        options.onJudged(one)
      }
    } finally {
      copy.remove()
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  return judged
}

/** How every test that a guard names ends while all guards stand. */
async function baseline(
  guards: readonly Guard[],
  root: string,
  limitMs: number,
): Promise<readonly TestEnd[]> {
  const tests = guards.flatMap((guard) => guard.tests)
  if (tests.length === 0) return []
  const whole = new Set(tests.filter(({ title }) => title === undefined).map(({ file }) => file))
  const copy = copyTree(root)
  const options = { timeoutMs: Math.min(20 * 60_000, limitMs), isWhole: true }
  try {
    const files = [...whole].map((file) => ({ file }))
    const named = tests.filter(({ file }) => !whole.has(file))
    const runs = [files, named].filter((some) => some.length > 0)
    const ends: TestEnd[] = []
    for (const run of runs) {
      const { ends: own, output } = await runTests(copy.folder, run, options)
      if (own.length === 0) console.error(`No report of the tests as they are:\n${output}`)
      ends.push(...own)
    }
    return ends
  } finally {
    copy.remove()
  }
}

async function judge(
  guard: Guard,
  folder: string,
  known: readonly TestEnd[],
  deadline: number,
): Promise<Verdict> {
  const unsound = await whyUnsound(guard, folder, known, deadline)
  if (unsound !== undefined) return { kind: 'broken', why: unsound }
  const path = join(folder, guard.file)
  const text = readFileSync(path, 'utf8')
  let changed: string
  try {
    changed = withoutGuard(text, guard)
    if (path.endsWith('.ts')) stripTypeScriptTypes(changed)
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? error.message : String(error) }
  }
  writeFileSync(path, changed)
  try {
    const first = await verdictOf(guard, folder, deadline)
    // A test that notices only sometimes is asked once more.
    return first.kind === 'survived' ? await verdictOf(guard, folder, deadline) : first
  } finally {
    writeFileSync(path, text)
  }
}

/** What the tests say of the tree as it lies there, without the guard. */
async function verdictOf({ tests }: Guard, folder: string, deadline: number): Promise<Verdict> {
  const options = { timeoutMs: leftOf(oneGuardMs, deadline), isWhole: false }
  const { ends, isHung, output } = await runTests(folder, tests, options)
  if (isHung)
    return performance.now() > deadline
      ? { kind: 'left-out' }
      : { kind: 'noticed', by: 'a test that waits for ever' }
  const failed = ends.find(({ status }) => status === 'failed')
  if (failed) return { kind: 'noticed', by: failed.title }
  if (ends.some(({ status }) => status === 'passed')) return { kind: 'survived' }
  return { kind: 'broken', why: `no test ran: ${output.slice(-300)}` }
}

/** As long as that, but not beyond the deadline. */
function leftOf(ms: number, deadline: number): number {
  return Math.max(1000, Math.min(ms, deadline - performance.now()))
}

/** A test that failed among all the others, on a machine that is busy, is asked once more by itself. */
async function whyUnsound(
  { tests }: Guard,
  folder: string,
  known: readonly TestEnd[],
  deadline: number,
): Promise<string | undefined> {
  const reasonIn = (ends: readonly TestEnd[]): string | undefined =>
    tests.map((test) => unsoundness(test, ends)).find(Boolean)
  if (reasonIn(known) === undefined) return undefined
  const options = { timeoutMs: leftOf(2 * oneGuardMs, deadline), isWhole: true }
  return reasonIn((await runTests(folder, tests, options)).ends)
}

/** Why a test cannot speak for a guard; `undefined` when it can. */
function unsoundness(test: GuardTest, known: readonly TestEnd[]): string | undefined {
  const own = known.filter(
    ({ file, title }) => file === test.file && title.includes(test.title ?? ''),
  )
  const failed = own.find(({ status }) => status === 'failed')
  if (failed) return `fails with every guard in place: ${failed.file}: ${failed.title}`
  if (own.some(({ status }) => status === 'passed')) return undefined
  return `no such test ran: ${test.file}${test.title ? `: ${test.title}` : ''}`
}
