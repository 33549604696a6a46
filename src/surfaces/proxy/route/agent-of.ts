import type { IncomingHttpHeaders } from 'node:http'

/** The program that called: the first product its `user-agent` names, without the version. */
export function agentOf(headers: IncomingHttpHeaders): string | undefined {
  return /^[A-Za-z][\w.@-]{0,39}/.exec(headers['user-agent'] ?? '')?.[0]
}
