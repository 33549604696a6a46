import { z } from 'zod'
import { parseIsoTime } from '../core/text/iso-time.ts'

/** A date or time in ISO 8601, as milliseconds since the epoch. */
export const instant = z.string().transform((text, context) => {
  const ms = parseIsoTime(text)
  if (ms === undefined) context.addIssue('must be a date or time in ISO 8601, such as 2026-01-31')
  return ms ?? 0
})
