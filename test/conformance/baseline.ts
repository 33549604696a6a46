import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { eras } from './run-suite.ts'
import { type Run, targets } from './targets.ts'

/** Failures that are known, reviewed, and explained: each reason with the checks it excuses. */
const baseline = z.array(
  z.strictObject({
    reason: z.string().min(20),
    era: z.enum(eras),
    targets: z.array(z.enum(targets)).min(1),
    scenarios: z.record(z.string(), z.array(z.string()).min(1)),
  }),
)

export type Baseline = z.infer<typeof baseline>

export function readBaseline(): Baseline {
  const text = readFileSync(join(import.meta.dirname, 'baseline.json'), 'utf8')
  return baseline.parse(JSON.parse(text))
}

/** `scenario: check` for every failure of a run, in one order. */
export function failuresOf({ scenarios }: Run): readonly string[] {
  return [...scenarios]
    .flatMap(([scenario, { failed }]) => failed.map((check) => `${scenario}: ${check}`))
    .toSorted()
}

/** What the baseline says must fail in a run: no more, no less. */
export function excusedIn(known: Baseline, { era, target }: Run): readonly string[] {
  return known
    .filter((entry) => entry.era === era && entry.targets.includes(target))
    .flatMap(({ scenarios }) =>
      Object.entries(scenarios).flatMap(([scenario, checks]) =>
        checks.map((check) => `${scenario}: ${check}`),
      ),
    )
    .toSorted()
}

/** Whether a run failed where it must, and nowhere else. */
export function isAsExcused(known: Baseline, run: Run): boolean {
  return isDeepStrictEqual(failuresOf(run), excusedIn(known, run))
}
