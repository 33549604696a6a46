import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Environment } from './process-environment.ts'

/** Where the data lives: `--home`, `TAMIS_HOME`, or `.tamis` in the user's home folder. */
export function homeFolder(flag: string | undefined, environment: Environment): string {
  return resolve(flag ?? environment.TAMIS_HOME ?? join(homedir(), '.tamis'))
}
