import { closeSync, existsSync, openSync } from 'node:fs'

/** Makes the file first, readable by its owner alone; SQLite gives its log the same mode. */
export function makePrivate(path: string): void {
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}
