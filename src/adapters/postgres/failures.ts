import { EngineError } from '../../errors.ts'

/** What a failed statement allows next. */
type Failure =
  /** The database took nothing: the same again may pass. */
  | 'rolled-back'
  /** The connection broke; whether the statement was done is not known. */
  | 'connection-lost'
  /** There was no connection to begin with. */
  | 'not-connected'
  /** The database answers, and cannot do it now. */
  | 'refused'
  | 'fault'

/** 23505: another was faster with the same key; the same again finds its row. */
const rolledBack = new Set(['40001', '40P01', '23503', '23505', '55P03'])
const neverConnected = new Set([
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
const lost = new Set([
  '57P01',
  '57P02',
  '57P05',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

const unknownAuthority =
  'Nobody this machine knows has signed the certificate of the database: name its authority with `sslrootcert=FILE` in TAMIS_DATABASE_URL.'

/** Said beside those that name a refusal. */
const hints: Readonly<Record<string, string>> = {
  '53300':
    'The database has no connection left: lower store.connections, or raise its max_connections.',
}

/** Statement time-out, disk full, out of memory, read-only standby, not allowed, wrong password. */
const refusals: Readonly<Record<string, string>> = {
  '57014': 'The statement took longer than store.timeout_ms.',
  '53100': 'The disk of the database is full.',
  '53200': 'The database is out of memory.',
  '25006': 'The database is read-only; is this a standby?',
  '42501': 'The role lacks a right; it must own its schema.',
  '3D000': 'There is no database of this name.',
  '28000': 'The database refused the role; check TAMIS_DATABASE_URL.',
  '28P01': 'The database refused the password; check TAMIS_DATABASE_URL.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the database is for another host than TAMIS_DATABASE_URL names.',
  CERT_HAS_EXPIRED: 'The certificate of the database has expired.',
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code) => [code, unknownAuthority]),
  ),
}

/** Sorts what the driver threw by what may be done about it. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  if (rolledBack.has(code)) return 'rolled-back'
  if (neverConnected.has(code)) return 'not-connected'
  if (lost.has(code) || code.startsWith('08')) return 'connection-lost'
  if (code in refusals) return 'refused'
  const message = error instanceof Error ? error.message : ''
  if (/does not support SSL/.test(message)) return 'refused'
  if (/timeout exceeded when trying to connect|timeout expired/.test(message))
    return 'not-connected'
  if (/Connection terminated|Query read timeout|not queryable|Cannot use a pool/.test(message))
    return 'connection-lost'
  return 'fault'
}

/** The refusal a caller sees, without the address; anything unforeseen stays as it is. */
export function toStoreError(error: unknown): unknown {
  const failure = failureOf(error)
  if (failure === 'fault' || error instanceof EngineError) return error
  const code = codeOf(error)
  const message =
    failure === 'refused' || failure === 'rolled-back'
      ? 'The database could not do it'
      : 'The database does not answer'
  const hint =
    refusals[code] ??
    hints[code] ??
    (failure === 'refused'
      ? 'The database has no TLS: turn it on there, or leave sslmode out of TAMIS_DATABASE_URL.'
      : 'Is Postgres up and reachable? The same call may pass in a moment.')
  return new EngineError('store_unavailable', message, {
    hint,
    details: {
      ...(code === '' ? {} : { database_code: code }),
      ...(failure === 'refused' ? { is_refused: true } : {}),
    },
    cause: error,
  })
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (!(error instanceof Error && 'code' in error)) return ''
  return String(error.code)
}
