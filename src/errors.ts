import type { Phrase } from './phrase.ts'

/** How one refusal looks at each door, and what it means to a reader of the reference. */
interface ErrorFacts {
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 409
    | 413
    | 415
    | 422
    | 426
    | 429
    | 500
    | 502
    | 503
    | 504
  /** JSON-RPC code; the two of the pruner contract are fixed, the rest follow the specification. */
  readonly rpc: number
  readonly meaning: string
}

/** Every way the engine can refuse. Codes are part of the public contract. */
export const errorCodes = {
  invalid_input: {
    status: 400,
    rpc: -32602,
    meaning: 'An argument is missing or not of its form.',
  },
  invalid_range: {
    status: 400,
    rpc: -32005,
    meaning: 'A line range is empty, reversed or below 1.',
  },
  prune_id_not_found: { status: 404, rpc: -32004, meaning: 'No text is kept under this id.' },
  conversation_not_found: {
    status: 404,
    rpc: -32602,
    meaning: 'No request of this conversation is in the ledger.',
  },
  request_not_found: {
    status: 404,
    rpc: -32602,
    meaning: 'The request is not among the latest, which the daemon remembers.',
  },
  model_unreachable: {
    status: 502,
    rpc: -32603,
    meaning: 'No server answers where the configuration says the model is.',
  },
  model_not_pulled: {
    status: 503,
    rpc: -32603,
    meaning: 'The server answers but does not have this model.',
  },
  model_refused: {
    status: 502,
    rpc: -32603,
    meaning: "The model's server answered with an error of its own.",
  },
  model_reply_invalid: {
    status: 502,
    rpc: -32603,
    meaning: "The model's server sent a reply that is not of its form.",
  },
  model_runtime_missing: {
    status: 503,
    rpc: -32603,
    meaning: 'A package or file that this model needs is absent or damaged.',
  },
  dimension_mismatch: {
    status: 409,
    rpc: -32603,
    meaning: 'Vectors are not of the length the configuration or the index says.',
  },
  timeout: { status: 504, rpc: -32603, meaning: 'A model took longer than it was allowed.' },
  llm_stream_aborted: {
    status: 502,
    rpc: -32603,
    meaning: 'The reply of a model stopped before its end.',
  },
  host_forbidden: { status: 403, rpc: -32600, meaning: 'The Host header is not one we serve.' },
  origin_forbidden: { status: 403, rpc: -32600, meaning: 'A web page of another origin called.' },
  token_invalid: { status: 401, rpc: -32600, meaning: 'The token is missing or wrong.' },
  scope_insufficient: {
    status: 403,
    rpc: -32600,
    meaning: 'The token is valid, and not allowed to do this.',
  },
  rate_limited: {
    status: 429,
    rpc: -32600,
    meaning: 'The token has used up its requests for now; `retry-after` says when to come back.',
  },
  token_not_found: { status: 404, rpc: -32602, meaning: 'No token has this name.' },
  token_name_taken: {
    status: 409,
    rpc: -32602,
    meaning: 'The namespace has a token of this name already.',
  },
  upstream_forbidden: {
    status: 403,
    rpc: -32600,
    meaning: 'The request names a provider that the configuration does not allow.',
  },
  upstream_unknown: {
    status: 404,
    rpc: -32601,
    meaning: 'No upstream of this name or family is configured.',
  },
  upstream_unreachable: {
    status: 502,
    rpc: -32603,
    meaning: 'The provider refused the connection or dropped it before it answered.',
  },
  upstream_timeout: {
    status: 504,
    rpc: -32603,
    meaning: 'The provider did not begin to answer in time.',
  },
  upgrade_required: {
    status: 426,
    rpc: -32600,
    meaning: 'WebSockets are not served here; plain HTTP is.',
  },
  not_found: { status: 404, rpc: -32601, meaning: 'Nothing is served under this name.' },
  method_not_allowed: { status: 405, rpc: -32600, meaning: 'Another HTTP method is needed.' },
  body_too_large: { status: 413, rpc: -32600, meaning: 'The request body is over the limit.' },
  body_too_complex: {
    status: 400,
    rpc: -32600,
    meaning: 'The JSON of the body is nested too deep or holds too many values.',
  },
  unsupported_media_type: {
    status: 415,
    rpc: -32600,
    meaning: 'The body is not declared as JSON.',
  },
  address_unavailable: {
    status: 500,
    rpc: -32603,
    meaning: 'The address or port cannot be bound.',
  },
  home_in_use: { status: 409, rpc: -32603, meaning: 'Another daemon runs on this home.' },
  file_exists: {
    status: 409,
    rpc: -32603,
    meaning: 'A file that would be written is there already.',
  },
  file_unreadable: { status: 400, rpc: -32602, meaning: 'A named file cannot be read.' },
  too_busy: {
    status: 503,
    rpc: -32603,
    meaning:
      'The requests under way hold as many bytes as are allowed; `retry-after` says when to come back.',
  },
  shutting_down: { status: 503, rpc: -32603, meaning: 'The daemon is stopping.' },
  store_unavailable: {
    status: 503,
    rpc: -32603,
    meaning: 'The store cannot be opened or written.',
  },
  store_damaged: {
    status: 500,
    rpc: -32603,
    meaning: 'Something in the store is no longer as it was written; nothing of it is given out.',
  },
  store_not_empty: {
    status: 409,
    rpc: -32603,
    meaning: 'The store that data should be copied into holds some already.',
  },
  archive_invalid: {
    status: 422,
    rpc: -32603,
    meaning: 'An archive, or a copy of a store, is not what it should be.',
  },
  lock_timeout: {
    status: 503,
    rpc: -32603,
    meaning: 'Another process has been writing the file for longer than we wait.',
  },
  not_indexed: {
    status: 404,
    rpc: -32602,
    meaning: 'The knowledge base holds no such document or chunk.',
  },
  io_error: { status: 500, rpc: -32603, meaning: 'A file or folder cannot be read or written.' },
  generic: {
    status: 500,
    rpc: -32603,
    meaning: 'A failure of a model that has no code of its own.',
  },
  vector_dimensions_differ: {
    status: 409,
    rpc: -32603,
    meaning: 'Stored vectors and the model have different lengths; embed again.',
  },
  server_not_found: { status: 404, rpc: -32602, meaning: 'No upstream server has this name.' },
  tool_not_found: {
    status: 404,
    rpc: -32602,
    meaning: 'No tool or capability that may be used has this id.',
  },
  tool_not_callable: {
    status: 403,
    rpc: -32600,
    meaning: 'The tool waits for approval, or its server cannot be called.',
  },
  approval_stale: {
    status: 409,
    rpc: -32600,
    meaning: 'What waits for approval is not what was shown; nothing was approved.',
  },
  policy_denied: {
    status: 403,
    rpc: -32600,
    meaning: 'A rule of gateway.rules denies the tool or server to this caller.',
  },
  confirm_needed: {
    status: 409,
    rpc: -32600,
    meaning: 'A tool that may destroy something, or that a rule names, runs only with a confirm.',
  },
  confirm_declined: {
    status: 403,
    rpc: -32600,
    meaning: 'The person behind the client was asked about a tool and did not agree.',
  },
  args_invalid: {
    status: 400,
    rpc: -32602,
    meaning: 'The arguments do not fit the schema of the tool; nothing was run.',
  },
  server_unavailable: {
    status: 502,
    rpc: -32603,
    meaning: 'An upstream server cannot be started or reached.',
  },
  login_needed: {
    status: 409,
    rpc: -32600,
    meaning:
      'An upstream server asks for a login, or for one with more rights; the hint says what to run.',
  },
  login_failed: {
    status: 409,
    rpc: -32600,
    meaning: 'A login at an upstream server did not come about; nothing was kept.',
  },
  credential_missing: {
    status: 409,
    rpc: -32600,
    meaning: 'An upstream server needs a credential that this caller has not set.',
  },
  server_timeout: { status: 504, rpc: -32603, meaning: 'An upstream server took too long.' },
  server_refused: {
    status: 502,
    rpc: -32603,
    meaning: 'An upstream server answered with an error of its own.',
  },
  capability_stale: {
    status: 409,
    rpc: -32600,
    meaning: 'A tool of this capability has changed since it was learned.',
  },
  code_not_runnable: {
    status: 422,
    rpc: -32600,
    meaning: 'There is no sandbox to run code in.',
  },
  code_failed: { status: 422, rpc: -32600, meaning: 'A script ended with an error of its own.' },
  code_stopped: {
    status: 422,
    rpc: -32600,
    meaning: 'A script reached a limit: of time, memory, calls or output.',
  },
  dag_invalid: { status: 400, rpc: -32602, meaning: 'The tasks do not form a workflow.' },
  reference_not_found: {
    status: 422,
    rpc: -32602,
    meaning: 'An argument refers to a value that is not there.',
  },
  memory_not_found: { status: 404, rpc: -32602, meaning: 'No memory has this id.' },
  config_not_shared: {
    status: 409,
    rpc: -32602,
    meaning: 'This daemon shares no configuration with others.',
  },
  config_invalid: { status: 500, rpc: -32603, meaning: 'The configuration cannot be used.' },
  internal_error: { status: 500, rpc: -32603, meaning: 'A fault of Tamis itself.' },
} as const satisfies Record<string, ErrorFacts>

export type ErrorCode = keyof typeof errorCodes

/** A refusal: `message` says what happened, `hint` what to do next, `details` which value caused it. */
export class EngineError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  /** Both as they are said in other languages. */
  readonly said: { readonly message: Phrase; readonly hint: Phrase | undefined }
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: ErrorCode,
    message: Phrase,
    options: { hint?: Phrase; details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(String(message), { cause: options.cause })
    this.name = 'EngineError'
    this.code = code
    this.said = { message, hint: options.hint }
    this.hint = options.hint === undefined ? undefined : String(options.hint)
    this.details = options.details ?? {}
  }
}
