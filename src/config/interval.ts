import { z } from 'zod'

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const shortestMs = 10_000
const longestMs = 7 * unitMs.d

/** A time as people write it, `90s`, `15m`, `1h`, `2d`, in milliseconds. */
export const interval = z
  .string()
  .regex(/^\d{1,6}[smhd]$/, 'must be a number with s, m, h or d, such as "15m"')
  .transform((text) => Number(text.slice(0, -1)) * unitMs[unitOf(text)])
  .refine((ms) => ms >= shortestMs && ms <= longestMs, 'must be from 10s to 7d')

function unitOf(text: string): keyof typeof unitMs {
  const unit = text.at(-1)
  return unit === 's' || unit === 'm' || unit === 'h' ? unit : 'd'
}
