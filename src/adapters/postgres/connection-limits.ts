import type { Connections } from './connections.ts'

/** How many connections a server has for programs like this one, and how many are taken now. */
export interface ConnectionLimits {
  readonly most: number
  readonly taken: number
}

const question = `select current_setting('max_connections')::integer
    - current_setting('superuser_reserved_connections')::integer as most,
  (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as taken`

/** Asked on a connection of the pool. */
export function connectionLimits(connections: Connections): Promise<ConnectionLimits> {
  return connections.use('pg_catalog', async (client) => {
    const { rows } = await client.query(question)
    return { most: Number(rows[0]?.most), taken: Number(rows[0]?.taken) }
  })
}
