import type { z } from 'zod'
import { notAReply, reasonIn, streamCut } from './failures.ts'

/** The JSON value of a reply, or a refusal that does not repeat it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notAReply(cause)
  }
}

/** A value in the form its wire promises. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw notAReply(parsed.error)
  return parsed.data
}

/** One piece of a streamed reply. Where it reports a failure the stream is over, and says why. */
export function parsePiece<T>(schema: z.ZodType<T>, text: string, apiKey?: string): T {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && 'error' in value)
    throw streamCut(undefined, reasonIn(value, apiKey))
  return checked(schema, value)
}
