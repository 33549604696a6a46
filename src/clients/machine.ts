import { homedir, platform } from 'node:os'
import type { Environment } from '../config/process-environment.ts'
import type { Machine } from './client-locations.ts'

/** This machine, as far as other programs' files are concerned. */
export function machineOf(environment: Environment): Machine {
  return { platform: platform(), environment, home: environment.HOME || homedir() }
}
