import type { Scenario } from '../scenario.ts'
import { compilers } from './compilers.ts'
import { git } from './git.ts'
import { heldOutBuilds } from './held-out-builds.ts'
import { heldOutCheckers } from './held-out-checkers.ts'
import { heldOutDatabases } from './held-out-databases.ts'
import { heldOutDebuggers } from './held-out-debuggers.ts'
import { heldOutLists } from './held-out-lists.ts'
import { heldOutMachines } from './held-out-machines.ts'
import { heldOutProjects } from './held-out-projects.ts'
import { heldOutServers } from './held-out-servers.ts'
import { laterBuilds } from './later-builds.ts'
import { laterMachines } from './later-machines.ts'
import { laterServers } from './later-servers.ts'
import { laterTexts } from './later-texts.ts'
import { logs } from './logs.ts'
import { morePackages } from './more-packages.ts'
import { moreTools } from './more-tools.ts'
import { records } from './records.ts'
import { reports } from './reports.ts'
import { tables } from './tables.ts'
import { testRunners } from './test-runners.ts'
import { texts } from './texts.ts'

/** Every scenario, by the folder its text is written to. */
export const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  open: [
    ...testRunners,
    ...compilers,
    ...git,
    ...tables,
    ...records,
    ...logs,
    ...reports,
    ...texts,
  ],
  'looked-at': [
    ...heldOutDebuggers,
    ...heldOutBuilds,
    ...heldOutMachines,
    ...heldOutDatabases,
    ...moreTools,
    ...morePackages,
    ...heldOutCheckers,
    ...heldOutLists,
    ...heldOutProjects,
    ...heldOutServers,
  ],
  'held-out': [...laterBuilds, ...laterMachines, ...laterServers, ...laterTexts],
}
