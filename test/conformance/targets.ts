import { join } from 'node:path'
import { homeWith } from '../e2e/gateway-stage.ts'
import { startTamis } from '../e2e/tamis.ts'
import { startFixture } from './fixture/start-fixture.ts'
import { type Era, eras, runSuite, type ScenarioResult } from './run-suite.ts'

/** What the suite is pointed at. */
export const targets = ['direct', 'gateway', 'gateway-stdio', 'fixture'] as const
export type Target = (typeof targets)[number]

export interface Run {
  readonly era: Era
  readonly target: Target
  readonly scenarios: ReadonlyMap<string, ScenarioResult>
}

/** Each session of a started upstream is a process, so that run takes by far the longest. */
export const quickTargets = targets.filter((target) => target !== 'gateway-stdio')

/** Runs the suite for both eras against our own server, the fixture, and the fixture behind the gateway. */
export async function runTargets(wanted: readonly Target[]): Promise<readonly Run[]> {
  const fixture = await startFixture()
  const piped = join(import.meta.dirname, 'fixture/stdio.ts')
  const home = homeWith({ fixture: { url: fixture.url }, piped: { args: [piped] } })
  const daemon = await startTamis({ home })
  const addresses: Readonly<Record<Target, string>> = {
    direct: `${daemon.url}/mcp`,
    gateway: `${daemon.url}/mcp/fixture`,
    'gateway-stdio': `${daemon.url}/mcp/piped`,
    fixture: fixture.url,
  }
  const runsOf = async (era: Era): Promise<readonly Run[]> =>
    Promise.all(
      wanted
        .filter((target) => isServed(era, target))
        .map(async (target) => ({
          era,
          target,
          scenarios: await runSuite(addresses[target], era),
        })),
    )
  try {
    const runs: Run[] = []
    for (const era of eras) runs.push(...(await runsOf(era)))
    return runs
  } finally {
    await daemon.stop()
    await fixture.close()
  }
}

/** A server that is started is served in sessions; clients of the newer era fall back to them. */
function isServed(era: Era, target: Target): boolean {
  return target !== 'gateway-stdio' || era === '2025-11-25'
}
