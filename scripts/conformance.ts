// Runs the official MCP suite against Tamis and writes docs/reference/conformance.md. `npm run conformance`
import { writeFileSync } from 'node:fs'
import { excusedIn, failuresOf, isAsExcused, readBaseline } from '../test/conformance/baseline.ts'
import { conformancePage } from '../test/conformance/page.ts'
import { runTargets } from '../test/conformance/targets.ts'

const known = readBaseline()
const runs = await runTargets(
  () => true,
  (run) => isAsExcused(known, run),
)
let differences = 0
for (const run of runs) {
  const failures = failuresOf(run)
  const excused = excusedIn(known, run)
  const worse = failures.filter((failure) => !excused.includes(failure))
  const better = excused.filter((failure) => !failures.includes(failure))
  differences += worse.length + better.length
  const passed = [...run.scenarios.values()].reduce((sum, { passed: count }) => sum + count, 0)
  process.stdout.write(`${run.era} ${run.target}: ${passed} passed, ${failures.length} failed\n`)
  for (const failure of worse) process.stdout.write(`  not in the baseline: ${failure}\n`)
  for (const failure of better) process.stdout.write(`  passes now: ${failure}\n`)
}
writeFileSync('docs/reference/conformance.md', conformancePage(runs, known))
process.exitCode = differences === 0 ? 0 : 1
