import { existsSync } from 'node:fs'
import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Arguments, Option } from '../command.ts'

/** The option of commands that write a file somebody named. */
export const replacing: Readonly<Record<string, Option>> = {
  force: { type: 'boolean', description: 'Replace a file that is there' },
}

/** Nobody's file is lost by a slip of the hand. */
export function refuseToReplace(file: string, args: Arguments): void {
  if (existsSync(file) && !args.isSet('force'))
    throw new EngineError('file_exists', phrase`${file} is already there`, {
      hint: 'Add --force to replace it.',
    })
}
