import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { intricacyOf } from './json-shape.ts'

/** Refuses bodies that a plain HTML form could have sent. */
export function requireJson(contentType = ''): void {
  if (/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)) return
  throw new EngineError('unsupported_media_type', 'The body must be JSON', {
    hint: 'Send `content-type: application/json`.',
  })
}

/** Refuses a body that would hold up everyone else while it is parsed. */
export function requirePlainShape(body: Uint8Array): void {
  const reason = intricacyOf(body)
  if (reason === undefined) return
  throw new EngineError('body_too_complex', phrase`The JSON of the body ${reason}`, {
    hint: 'Send less at once, or flatter values.',
  })
}

/** The value of a body; an empty one is an empty object. */
export function parseJson(body: Buffer): unknown {
  requirePlainShape(body)
  try {
    return JSON.parse(body.toString() || '{}')
  } catch (cause) {
    throw new EngineError('invalid_input', 'The body is not valid JSON', { cause })
  }
}
