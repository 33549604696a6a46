import { expect, test } from 'vitest'
import { madeParity } from '../../../test/support/made-parity.ts'
import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { openDocuments } from '../sqlite/documents/open-documents.ts'
import { postgresDocuments } from './documents/documents.ts'

describePostgres('a plain server', ({ open }) => {
  test('finds, orders and refuses as SQLite does', async () => {
    const [sqlite, postgres] = [openDocuments(':memory:'), postgresDocuments(open())]
    for (const { mode, parity } of await madeParity(sqlite, postgres, 1200)) {
      expect(parity.overlap, mode).toBeGreaterThan(0.999)
      expect(parity.sameFirst, mode).toBe(1)
      expect(parity.sameGate, mode).toBe(1)
    }
    const terms = ['a', 'b', 'ab', 'zg', 'absent']
    expect(await postgres.frequencies('words', terms)).toEqual(
      await sqlite.frequencies('words', terms),
    )
  }, 60_000)
})
