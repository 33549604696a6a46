import { z } from 'zod'

const secondsPerDay = 86_400

/** Where everything is kept: files of the home, or a database that several daemons share. */
export const storeSection = z.strictObject({
  url: z
    .url({ protocol: /^postgres(ql)?$/, message: 'is not an address of the form postgres://…' })
    .optional()
    .describe(
      'Postgres database that several daemons share, in place of SQLite in the home. With a password from the environment only.',
    )
    .meta({ env: ['TAMIS_DATABASE_URL'], mayHoldPassword: true }),
  connections: z
    .number()
    .int()
    .min(2)
    .max(200)
    .default(8)
    .describe(
      'Connections one daemon opens to Postgres, at most, for all its namespaces; one more listens.',
    ),
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .default(10_000)
    .describe('How long one statement may take on Postgres.'),
  tokenGraceS: z
    .number()
    .int()
    .min(0)
    .default(600)
    .describe(
      'How long a token that was let in before is let in while Postgres does not answer; a revocation that is known counts at once.',
    ),
  maxBytes: z
    .number()
    .int()
    .min(1_000_000)
    .default(1024 ** 3)
    .describe('Size cap of the originals; the oldest are removed first.'),
  sweepEveryS: z
    .number()
    .int()
    .min(1)
    .default(60)
    .describe(
      'How long the background jobs (expiry, size cap, embedding) rest between two rounds.',
    ),
  vectors: z
    .string()
    .min(1)
    .default('database')
    .describe(
      'Where the vectors of documents are kept: `database`, or a vector store beside it, `sqlite-vec`.',
    ),
  ledgerTtlS: z
    .number()
    .int()
    .min(1)
    .default(90 * secondsPerDay)
    .describe('How long ledger rows are kept.'),
  maxTraces: z
    .number()
    .int()
    .min(20_000)
    .default(50_000)
    .describe(
      'Past runs that are kept for discover, which learns from the newest 20,000; the oldest are removed first.',
    ),
})
