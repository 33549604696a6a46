import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { excusedIn, failuresOf, isAsExcused, readBaseline } from './baseline.ts'
import { conformancePage } from './page.ts'
import { type Era, eras, requiredScenarios } from './run-suite.ts'
import { isQuick, type Run, runTargets, type Target } from './targets.ts'

const known = readBaseline()
let runs: readonly Run[] = []

beforeAll(async () => {
  runs = await runTargets(isQuick, (run) => isAsExcused(known, run))
}, 120_000)

function runOf(era: Era, target: Target): Run {
  const run = runs.find((one) => one.era === era && one.target === target)
  if (!run) throw new Error(`${era} ${target} was not run`)
  return run
}

test('every run is as the baseline says, no better and no worse', () => {
  expect(runs.map((run) => [run.era, run.target, failuresOf(run)])).toEqual(
    runs.map((run) => [run.era, run.target, excusedIn(known, run)]),
  )
})

test.each(eras)('an upstream over HTTP passes all that %s requires, as it does alone', (era) => {
  for (const scenario of requiredScenarios(era)) {
    const alone = runOf(era, 'fixture').scenarios.get(scenario)
    expect(alone, scenario).toMatchObject({ failed: [] })
    expect(runOf(era, 'gateway').scenarios.get(scenario), scenario).toEqual(alone)
  }
})

test('an upstream over stdio passes all that 2026-07-28 requires', () => {
  const { scenarios } = runOf('2026-07-28', 'gateway-stdio')
  for (const scenario of requiredScenarios('2026-07-28'))
    expect(scenarios.get(scenario), scenario).toMatchObject({ failed: [] })
})

test.each([
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'http-header-validation'],
  ['2026-07-28', 'dns-rebinding-protection'],
] as const)('our own server passes %s %s', (era, scenario) => {
  expect(runOf(era, 'direct').scenarios.get(scenario)).toMatchObject({ failed: [] })
})

/** `npm run conformance` also runs a started upstream in sessions, and holds it to the fixture's own results. */
test('docs/reference/conformance.md shows this run', () => {
  const started = { ...runOf('2025-11-25', 'fixture'), target: 'gateway-stdio' as const }
  const page = readFileSync('docs/reference/conformance.md', 'utf8')
  expect(page, 'run `npm run conformance`').toBe(conformancePage([...runs, started], known))
})
