import { z } from 'zod'
import type { Engine, HealthCheck } from '../engine.ts'
import { EngineError } from '../errors.ts'
import { operation } from './operation.ts'

const nothing = z.strictObject({})

const show = operation({
  name: 'config.show',
  summary: 'Say which settings are in force and where each comes from; secrets are hidden',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'config_show', profiles: [] },
  input: nothing,
  run: async ({ installation: { home, settings } }) => ({ home, settings }),
})

const doctor = operation({
  name: 'doctor',
  summary: 'Check the set-up, with a fix for each fault',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'doctor', profiles: [] },
  input: nothing,
  run: async (engine) => {
    const checks = await healthChecks(engine)
    return { ok: checks.every(({ isFine }) => isFine), checks }
  },
})

export const installationOperations = [show, doctor]

/** Everything that can be examined from inside a running engine. */
export async function healthChecks(engine: Engine): Promise<readonly HealthCheck[]> {
  return [...(await engine.installation.checks()), await storeCheck(engine)]
}

async function storeCheck(engine: Engine): Promise<HealthCheck> {
  try {
    const { ids } = await engine.usage()
    return { name: 'store', isFine: true, found: `${ids} originals` }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { name: 'store', isFine: false, found: error.message, fix: error.hint ?? '' }
  }
}
