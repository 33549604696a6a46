import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { GuardTest } from './guard.ts'

/** How one test ended. */
export interface TestEnd {
  readonly file: string
  readonly title: string
  readonly status: string
}

export interface TestRun {
  readonly ends: readonly TestEnd[]
  /** It was stopped because it took too long. */
  readonly isHung: boolean
  readonly output: string
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Runs these tests in a copy of the tree, to the first failure unless all are asked for. */
export async function runTests(
  folder: string,
  tests: readonly GuardTest[],
  { timeoutMs, isWhole }: { readonly timeoutMs: number; readonly isWhole: boolean },
): Promise<TestRun> {
  const files = [...new Set(tests.map(({ file }) => file))]
  const titles = tests.map(({ title }) => title)
  const pattern = titles.includes(undefined)
    ? []
    : ['-t', [...new Set(titles)].map((title) => escaped(title ?? '')).join('|')]
  const file = join(folder, 'mutate-report.json')
  rmSync(file, { force: true })
  const child = spawn(
    join(folder, 'node_modules/.bin/vitest'),
    [
      'run',
      ...files,
      ...pattern,
      '--reporter=json',
      `--outputFile=${file}`,
      '--hookTimeout=60000',
      '--retry=0',
    ].concat(isWhole ? [] : ['--bail=1']),
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
  let isHung = false
  const timer = setTimeout(() => {
    isHung = true
    endGroup(child.pid)
  }, timeoutMs)
  // A daemon that a failed test left behind may hold its output open.
  await once(child, 'exit')
  endGroup(child.pid)
  clearTimeout(timer)
  return { ends: existsSync(file) ? endsIn(file, folder) : [], isHung, output }
}

/** The workers, and the daemons they started too. */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function endsIn(file: string, folder: string): readonly TestEnd[] {
  const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: name.slice(name.indexOf(folder) + folder.length + 1),
      title: fullName,
      status,
    })),
  )
}

function escaped(title: string): string {
  return title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
