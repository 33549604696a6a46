import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Row } from '../rows/coding.ts'
import { type Connections, isConnectionGone } from './connections.ts'
import { failureOf, toStoreError } from './failures.ts'

/** A statement; one with a name is prepared once per connection. */
interface Statement {
  readonly name?: string
  readonly text: string
}

/** Runs statements one after another on one connection. */
export interface Session {
  run(statement: Statement | string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export interface Database extends Session {
  readonly schema: string
  /** The same for a statement that must not be done twice. */
  runOnce(statement: Statement | string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** All or nothing; `work` runs again from its start when the database rolled it back. */
  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    options?: { readonly isRepeatable?: boolean },
  ): Promise<Result>
  /** Resolves when the schema is up to date. */
  prepared(): Promise<void>
  /** A connection of its own that is not part of the pool, and has no schema: for locks and notices. */
  dedicated(): Promise<pg.Client>
  close(): Promise<void>
}

/** One schema, over connections that others may share. `prepare` runs once, before the first statement. */
export function connectDatabase(
  connections: Connections,
  schema: string,
  prepare: (session: Session) => Promise<void>,
): Database {
  const runOn = sessionRunner()
  const inTransaction = <Result>(work: (session: Session) => Promise<Result>): Promise<Result> =>
    connections.use(schema, async (client) => {
      await client.query('begin')
      try {
        const result = await work({
          run: (statement, values = []) => runOn(client, statement, values),
        })
        await client.query('commit')
        return result
      } catch (error) {
        // One that is gone takes its transaction along.
        if (!isConnectionGone(error)) await client.query('rollback')
        throw error
      }
    })

  let preparing: Promise<void> | undefined
  const ready = (): Promise<void> => {
    preparing ??= inTransaction(prepare).catch((error: unknown) => {
      preparing = undefined
      throw error
    })
    return preparing
  }
  const runWith = (isRepeatable: boolean): Session['run'] => {
    return (statement, values = []) =>
      withRetries(isRepeatable, async () => {
        await ready()
        return connections.use(schema, (client) => runOn(client, statement, values))
      })
  }
  return {
    schema,
    run: runWith(true),
    runOnce: runWith(false),
    transaction: (work, { isRepeatable = true } = {}) =>
      withRetries(isRepeatable, async () => {
        await ready()
        return inTransaction(work)
      }),
    prepared: () => withRetries(true, ready),
    async dedicated() {
      await withRetries(true, ready)
      return connections.dedicated()
    },
    close: () => connections.close(),
  }
}

/** A name of each schema has a number: statements of several are prepared on one connection. */
let schemas = 0

/** Prepared statements are the schema's own: a plan holds the tables it was made for. */
function sessionRunner(): (
  client: pg.PoolClient,
  statement: Statement | string,
  values: readonly unknown[],
) => Promise<readonly Row[]> {
  const number = ++schemas
  return async (client, statement, values) => {
    const { name, text } = typeof statement === 'string' ? { text: statement } : statement
    const own = name === undefined ? {} : { name: `${name} ${number}` }
    const result = await client.query({ text, values: [...values], ...own })
    return Array.isArray(result) ? [] : result.rows
  }
}

const attempts = 5
const firstPauseMs = 40

/**
 * Tries again what the database rolled back or never got; after a connection that broke half way
 * only what is harmless to do twice.
 */
async function withRetries<Result>(
  isRepeatable: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(error)
      const mayRepeat =
        failure === 'rolled-back' ||
        failure === 'not-connected' ||
        (failure === 'connection-lost' && isRepeatable)
      if (!mayRepeat || attempt === attempts) throw toStoreError(error)
      // Apart by chance, so that those who collided do not meet again.
      await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
