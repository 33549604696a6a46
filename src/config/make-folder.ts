import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'

/** A folder that is private to its owner, with the parents it lacks; one that is there stays as it is. */
export function makeFolder(folder: string): void {
  try {
    makeEach(folder)
  } catch (cause) {
    throw new EngineError('store_unavailable', phrase`Cannot make the folder ${folder}`, {
      hint: 'Choose another: --home or TAMIS_HOME names the data folder.',
      cause,
    })
  }
}

/** One by one: Node's own `recursive` tries for ever below a folder such as `/proc`, which is there and takes none. */
function makeEach(folder: string): void {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeEach(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
