import { z } from 'zod'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

const errorReply = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

/** No connection, or one that ended before there was a reply. */
export function unreachable({ baseUrl }: ModelServerOptions, cause: unknown): EngineError {
  return new EngineError('model_unreachable', phrase`No answer from ${baseUrl}.`, {
    hint: 'Is the model server running, and is the address right?',
    cause,
  })
}

export function timedOut({ baseUrl, timeoutMs }: ModelServerOptions): EngineError {
  return new EngineError('timeout', phrase`${baseUrl} was silent for ${timeoutMs} ms.`, {
    hint: 'A model that is loading can take long: ask again, or raise `timeout_ms`.',
  })
}

/** A reply that stopped before its end. */
export function streamCut(cause?: unknown, hint?: string): EngineError {
  return new EngineError('llm_stream_aborted', 'The reply of the model stopped before its end.', {
    hint: hint ?? 'Ask again; if it happens every time, look at the log of the model server.',
    cause,
  })
}

/** A reply that came, but not in the form its wire promises. */
export function notAReply(cause?: unknown): EngineError {
  return new EngineError('model_reply_invalid', 'The model server sent a reply not of its form.', {
    hint: 'Check that the address is that of a model API of this kind.',
    cause,
  })
}

/** What an answer with a status outside 200–299 means. */
export function refusal(
  options: ModelServerOptions,
  model: string,
  status: number,
  text: string,
): EngineError {
  const details = { status, model }
  if (status === 404)
    return new EngineError('model_not_pulled', phrase`${options.baseUrl} does not have ${model}.`, {
      hint: options.missingModelHint(model),
      details,
    })
  return new EngineError('model_refused', phrase`${options.baseUrl} answered ${status}.`, {
    hint: refusalHint(status, text, options),
    details,
  })
}

function refusalHint(status: number, text: string, options: ModelServerOptions): string {
  if (status < 400) return 'Redirects are not followed: put the final address into the settings.'
  if (status === 401 || status === 403) return 'Set the right key in the environment.'
  if (status === 429) return 'The server asks to slow down: try again later.'
  return reasonIn(jsonOrNothing(text), options.apiKey)
}

/** The server's own words, short and without the key, so that they may be shown. */
export function reasonIn(reply: unknown, apiKey: string | undefined): string {
  const parsed = errorReply.safeParse(reply)
  const reason = parsed.success ? parsed.data : ''
  const clean = apiKey ? reason.replaceAll(apiKey, '…') : reason
  return clean === '' ? 'Look at the log of the model server.' : `It says: ${clean.slice(0, 300)}`
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where a model is served, and how long it may take. */
export interface ModelServerOptions {
  readonly baseUrl: string
  /** Sent as a bearer token, and blotted out of everything the server says back. */
  readonly apiKey?: string | undefined
  /** Longest silence; a call that does not stream must be over by then. */
  readonly timeoutMs: number
  /** What to do when the server lacks this model. */
  readonly missingModelHint: (model: string) => string
}

export interface OpenAiCompatibleOptions extends Omit<ModelServerOptions, 'missingModelHint'> {
  readonly model: string
}

/** A 404 of this wire means an unknown model or an address that is not the API's. */
export function missingModelHint(model: string): string {
  return `Check that the server offers ${model}, and that the base URL ends where the API begins, often at /v1.`
}
