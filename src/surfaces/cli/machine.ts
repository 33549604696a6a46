import { homedir, platform } from 'node:os'
import type { Machine } from '../../config/client-locations.ts'
import type { Environment } from '../../config/process-environment.ts'

/** This machine, as far as other programs' files are concerned. */
export function machineOf(environment: Environment): Machine {
  return { platform: platform(), environment, home: environment.HOME || homedir() }
}
