import type { Scenario } from '../scenario.ts'
import { compilers } from './compilers.ts'
import { git } from './git.ts'
import { heldOutReports } from './held-out-reports.ts'
import { heldOutTexts } from './held-out-texts.ts'
import { logs } from './logs.ts'
import { records } from './records.ts'
import { tables } from './tables.ts'
import { testRunners } from './test-runners.ts'

/** Every scenario, by the folder its text is written to. */
export const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  open: [...testRunners, ...compilers, ...git, ...tables, ...records, ...logs],
  'held-out': [...heldOutReports, ...heldOutTexts],
}
