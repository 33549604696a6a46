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
export function isQuick(era: Era, target: Target): boolean {
  return target !== 'gateway-stdio' || era !== '2025-11-25'
}

/** Runs the suite for both eras against our own server, the fixture, and the fixture behind the gateway. */
export async function runTargets(
  isWanted: (era: Era, target: Target) => boolean,
  isAsExpected: (run: Run) => boolean,
): Promise<readonly Run[]> {
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
  const run = async (era: Era, target: Target): Promise<Run> => ({
    era,
    target,
    scenarios: await runSuite(addresses[target], era),
  })
  try {
    const runs: Run[] = []
    for (const era of eras) {
      const wanted = targets.filter((target) => isWanted(era, target))
      runs.push(...(await Promise.all(wanted.map((target) => run(era, target)))))
    }
    // Some scenarios wait for less than a second, which a busy machine misses: these are run once more, alone.
    const settled: Run[] = []
    for (const one of runs) settled.push(isAsExpected(one) ? one : await run(one.era, one.target))
    return settled
  } finally {
    await daemon.stop()
    await fixture.close()
  }
}
