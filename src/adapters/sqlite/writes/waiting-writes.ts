import { EngineError } from '../../../errors.ts'
import type {
  WaitingPart,
  WaitingWrite,
  WaitingWrites,
} from '../../../ports/store/waiting-writes.ts'
import type { Row } from '../../rows/coding.ts'
import { openDatabase } from '../open.ts'
import { requireSeal, sealOf } from '../seal.ts'
import { groupCommit } from './group-commit.ts'

const migrations = new URL('./waiting-migrations/', import.meta.url)

/** Of the texts that wait. Beyond it nothing more is taken: the disk of a daemon is not the store. */
const mostBytes = 512 * 1024 * 1024

/** The queue in a file of its own. */
export function sqliteWaitingWrites(path: string, most = mostBytes): WaitingWrites {
  const database = openDatabase(path, migrations)
  const commit = groupCommit(database)
  const insert = database.prepare('insert into waiting (part, key, body, seal) values (?, ?, ?, ?)')
  const selectBy = database.prepare(
    `select * from waiting where part = ? and key in (select value from json_each(?)) order by seq`,
  )
  const selectOldest = database.prepare(
    "select * from waiting where part <> 'damaged' order by seq limit ?",
  )
  const putAside = database.prepare("update waiting set part = 'damaged' where seq = ?")
  const remove = database.prepare('delete from waiting where seq = ?')
  const count = database.prepare(
    "select count(*) filter (where part <> 'damaged') as n, coalesce(sum(length(body)), 0) as size from waiting",
  )
  let bytes = Number(count.get()?.size)

  /** What is damaged stays in the file, and holds up nothing that came after it. */
  function soundOrAside(row: Row): readonly WaitingWrite[] {
    try {
      return [checked(row)]
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      putAside.run(Number(row.seq))
      return []
    }
  }

  return {
    add: (writes) =>
      commit(() => {
        const size = writes.reduce((sum, { body }) => sum + body.length, 0)
        if (bytes + size > most) throw full()
        for (const { part, key, body } of writes)
          insert.run(part, key, body, sealOf(part, key, body))
        bytes += size
      }),
    find: async (part, keys) => selectBy.all(part, JSON.stringify(keys)).map(checked),
    async oldest(limit) {
      for (;;) {
        const rows = selectOldest.all(limit)
        const sound = rows.flatMap(soundOrAside)
        if (sound.length > 0 || rows.length === 0) return sound
      }
    },
    remove: (writes) =>
      commit(() => {
        for (const { seq, body } of writes) {
          if (remove.run(seq).changes === 1) bytes -= body.length
        }
      }),
    count: async () => Number(count.get()?.n),
    close: async () => database.close(),
  }
}

function checked(row: Row): WaitingWrite {
  const { part, key, body } = row
  requireSeal(`The waiting write ${row.seq}`, row.seal, part, key, body)
  return {
    seq: Number(row.seq),
    part: String(part) as WaitingPart,
    key: String(key),
    body: String(body),
  }
}

function full(): EngineError {
  return new EngineError('store_unavailable', 'Too much waits for the database', {
    hint: 'Is Postgres up and reachable? What waits is written when it is back.',
  })
}
