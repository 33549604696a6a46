import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Copies the databases of a home as they are at one moment, while others read and write them. */
export function snapshotHome(home: string, into: string): void {
  for (const file of ['tamis.db', 'knowledge.db']) {
    const path = join(home, file)
    if (!existsSync(path)) continue
    const database = new DatabaseSync(path, { timeout: 5000 })
    try {
      database.prepare('vacuum into ?').run(join(into, file))
    } finally {
      database.close()
    }
  }
}
