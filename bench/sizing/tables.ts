import type { PostgresServer } from '../../test/support/postgres-server.ts'

export interface TableSizes {
  /** Bytes with indexes and what lies aside. */
  readonly ledger: number
  readonly originals: number
  /** Bytes written to the write-ahead log since the server began. */
  readonly wal: number
  readonly transactions: number
}

/** How large the tables of the default namespace are. */
export async function measureTables(server: PostgresServer): Promise<TableSizes> {
  const [row] = await server.query(`select
    pg_total_relation_size('tamis.ledger') as ledger,
    pg_total_relation_size('tamis.texts') + pg_total_relation_size('tamis.originals') as originals,
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
    (select xact_commit from pg_stat_database where datname = current_database()) as transactions`)
  return {
    ledger: Number(row?.ledger),
    originals: Number(row?.originals),
    wal: Number(row?.wal),
    transactions: Number(row?.transactions),
  }
}
