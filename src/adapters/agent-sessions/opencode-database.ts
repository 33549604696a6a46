import { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { FoundSession } from '../../ports/files/agent-sessions.ts'

const mark = '.db#'

export function isDatabase(file: string): boolean {
  return file.endsWith('.db')
}

/** Whether it names a session in a database, or a database that could not be listed. */
export function isInDatabase(name: string): boolean {
  return isDatabase(name) || name.includes(mark)
}

/** The sessions in a database, each named by file and id; one that cannot be listed is told when it is read. */
export function listOpencode(file: FoundSession): readonly FoundSession[] {
  const { agent, name } = file
  try {
    return withDatabase(name, (database) =>
      database
        .prepare(
          `SELECT s.id AS id, s.time_updated AS updated,
             (SELECT coalesce(sum(length(p.data)), 0) FROM part p WHERE p.session_id = s.id) AS size
           FROM session s`,
        )
        .all()
        .map(({ id, updated, size }) => ({
          agent,
          name: `${name}#${String(id)}`,
          modifiedMs: Number(updated),
          bytes: Number(size),
        })),
    )
  } catch (error) {
    if (error instanceof EngineError) return [file]
    throw error
  }
}

/** One session in the form of `opencode export`. */
export function readOpencode(name: string): string {
  const at = name.lastIndexOf('#')
  const [file, id] = at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)]
  return withDatabase(file, (database) => {
    const session = database.prepare('SELECT id, directory FROM session WHERE id = ?').get(id)
    if (!session) throw new EngineError('invalid_input', phrase`${file} holds no session ${id}`)
    const parts = new Map<string, unknown[]>()
    const rows = database
      .prepare('SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id')
      .all(id)
    for (const { message_id: message, data } of rows) {
      const list = parts.get(String(message)) ?? []
      list.push(JSON.parse(String(data)))
      parts.set(String(message), list)
    }
    const messages = database
      .prepare('SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id')
      .all(id)
      .map((row) => ({
        info: JSON.parse(String(row.data)),
        parts: parts.get(String(row.id)) ?? [],
      }))
    return JSON.stringify({ info: { id: session.id, directory: session.directory }, messages })
  })
}

function withDatabase<T>(file: string, use: (database: DatabaseSync) => T): T {
  const database = openDatabase(file)
  try {
    return use(database)
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw unreadable(file, error)
  } finally {
    database.close()
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true })
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, cause: unknown): EngineError {
  return new EngineError('invalid_input', phrase`${file} cannot be read as opencode's database`, {
    hint: 'A newer opencode may keep its sessions differently; `opencode export` writes one as JSON.',
    cause,
  })
}
