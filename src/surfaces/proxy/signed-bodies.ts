import { type Log, type UpstreamName, upstreamFamilies } from '../../engine.ts'

/** The warning of a request that is signed over its body, the first time one comes for its family. */
export type SaySigned = (upstream: UpstreamName) => readonly string[]

/** Said once, in the log and in the ledger: a changed body would need a signature of ours. */
export function signedSayer(log: Log): SaySigned {
  const said = new Set<UpstreamName>()
  return (upstream) => {
    if (!upstreamFamilies[upstream].isSigned || said.has(upstream)) return []
    said.add(upstream)
    log.warn('signed-untouched', { upstream })
    return ['signed_body']
  }
}
