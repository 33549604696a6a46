import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** The two revisions of the protocol whose requirements the suite knows. */
export const eras = ['2025-11-25', '2026-07-28'] as const
export type Era = (typeof eras)[number]

export interface ScenarioResult {
  readonly passed: number
  /** The checks that failed, each named once. */
  readonly failed: readonly string[]
}

const suite = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance')
const checks = z.array(z.looseObject({ id: z.string(), status: z.string() }))
const requirements = z.looseObject({ server: z.array(z.string()) })

/** Runs what one revision asks of servers against an address; results by scenario. */
export async function runSuite(
  url: string,
  era: Era,
): Promise<ReadonlyMap<string, ScenarioResult>> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-conformance-'))
  try {
    const child = spawn(
      process.execPath,
      [join(suite, 'dist/index.js'), 'server', '--url', url, '--requirements', era, '-o', folder],
      { stdio: 'ignore' },
    )
    await once(child, 'exit')
    return new Map(readdirSync(folder).map((name) => [scenarioIn(name), resultIn(folder, name)]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The scenarios a server must pass to conform to a revision; the rest is run, but not required. */
export function requiredScenarios(era: Era): readonly string[] {
  const text = readFileSync(join(suite, `requirements/${era}.yaml`), 'utf8')
  return requirements.parse(parse(text)).server
}

/** `server-tools-list-2026-01-02T03-04-05-678Z` → `tools-list`. */
function scenarioIn(folderName: string): string {
  return folderName.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
}

function resultIn(folder: string, name: string): ScenarioResult {
  const all = checks.parse(JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')))
  const failed = all.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  return {
    passed: all.filter(({ status }) => status === 'SUCCESS').length,
    failed: [...new Set(failed.map(({ id }) => id))].toSorted(),
  }
}
