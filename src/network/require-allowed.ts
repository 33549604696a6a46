import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import { isForbiddenHost } from './addresses.ts'

/** Refuses an address that is never asked, whoever names it. */
export function requireAllowed(url: string | URL): void {
  const { hostname } = new URL(url)
  if (!isForbiddenHost(hostname)) return
  throw new EngineError(
    'upstream_forbidden',
    phrase`${hostname} is a link-local or metadata address`,
    {
      hint: 'No request goes there, whoever asks for it.',
      details: { host: hostname },
    },
  )
}
