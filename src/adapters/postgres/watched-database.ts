import type { Database } from './database.ts'
import type { Pulse } from './pulse.ts'

/** The same database, whose calls wait for no server that does not answer. */
export function watchedDatabase(database: Database, pulse: Pulse, isHurried = false): Database {
  return {
    ...database,
    run: (statement, values) => pulse.guard(() => database.run(statement, values), isHurried),
    runOnce: (statement, values) =>
      pulse.guard(() => database.runOnce(statement, values), isHurried),
    transaction: (work, options) =>
      pulse.guard(() => database.transaction(work, options), isHurried),
  }
}
