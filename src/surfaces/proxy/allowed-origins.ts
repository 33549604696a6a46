import { isLoopback } from '../http/access.ts'

/** The origins that an entry of `proxy.allowed_targets` stands for; without a scheme https is meant. */
export function allowedOrigins(entry: string): readonly string[] {
  if (entry.includes('://')) return [URL.parse(entry)?.origin ?? entry]
  const url = URL.parse(`https://${entry}`)
  if (!url) return []
  const isLocal = isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  return isLocal ? [url.origin, new URL(`http://${entry}`).origin] : [url.origin]
}
