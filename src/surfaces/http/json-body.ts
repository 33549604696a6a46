import { EngineError } from '../../errors.ts'

/** Refuses bodies that a plain HTML form could have sent. */
export function requireJson(contentType = ''): void {
  if (/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)) return
  throw new EngineError('unsupported_media_type', 'The body must be JSON', {
    hint: 'Send `content-type: application/json`.',
  })
}

/** The value of a body; an empty one is an empty object. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch (cause) {
    throw new EngineError('invalid_input', 'The body is not valid JSON', { cause })
  }
}
