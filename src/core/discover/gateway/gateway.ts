import type { CallerValues, UpstreamLogins } from '../../../ports/upstream-logins.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import type { ShortenDeps } from '../run/shorten-result.ts'
import { type Administration, createAdministration } from './administration.ts'
import { type Admission, type AdmissionDeps, createAdmission } from './admission.ts'
import { type CallUpstream, createCallUpstream } from './call-upstream.ts'
import { createForwarding, type Forwarding } from './forwarding.ts'
import { createIdentities, type Identities } from './identities.ts'
import { createOfferings, type Offerings } from './offerings.ts'
import type { Policy } from './policy.ts'
import { createSeenTools } from './seen-tools.ts'
import { createUpstreams, type Upstreams, type UpstreamsDeps } from './upstreams.ts'

export type { Administration } from './administration.ts'
export { type ClientTools, createClientTools } from './client-tools.ts'
export { admitCall, canAskPerson } from './consent.ts'
export type { Forwarding } from './forwarding.ts'
export type { Identities } from './identities.ts'
export type { Offerings } from './offerings.ts'
export type { Verdict } from './policy.ts'
export type { PolicyLine } from './policy-report.ts'
export { shownEntries } from './shown-entries.ts'
export type { GatewaySettings, UpstreamsDeps } from './upstreams.ts'

interface GatewayDeps extends UpstreamsDeps, ShortenDeps {
  readonly views: HoldingsReader
  readonly takeTurn: AdmissionDeps['takeTurn']
  readonly logins: UpstreamLogins
  readonly callerValues: CallerValues
}

/** What stands between clients and the upstream servers. */
export interface Gateway {
  readonly upstreams: Upstreams
  readonly admission: Admission
  readonly callUpstream: CallUpstream
  readonly administration: Administration
  readonly forwarding: Forwarding
  readonly offerings: Offerings
  readonly identities: Identities
}

export function createGateway(deps: GatewayDeps): Gateway {
  const upstreams = createUpstreams(deps)
  const { settings } = deps
  const policy = (): Policy => ({ ...settings.policy(), unconfirmed: settings.unconfirmed })
  const seen = createSeenTools(deps.digest)
  const admission = createAdmission({ ...deps, upstreams, seen, policy })
  const callUpstream = createCallUpstream({ ...deps, upstreams, admission })
  return {
    upstreams,
    admission,
    callUpstream,
    administration: createAdministration({ ...deps, upstreams, policy }),
    identities: createIdentities({ ...deps, upstreams }),
    offerings: createOfferings({ ...deps, upstreams, admission }),
    forwarding: createForwarding({ ...deps, upstreams, admission, seen, callUpstream }),
  }
}
