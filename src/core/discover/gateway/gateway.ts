import type { HoldingsReader } from '../catalog/holdings.ts'
import type { ShortenDeps } from '../run/shorten-result.ts'
import { type Administration, createAdministration } from './administration.ts'
import { createForwarding, type Forwarding } from './forwarding.ts'
import { createUpstreams, type Upstreams, type UpstreamsDeps } from './upstreams.ts'

export type { Administration } from './administration.ts'
export type { Forwarding } from './forwarding.ts'
export type { GatewaySettings, UpstreamsDeps } from './upstreams.ts'

export interface GatewayDeps extends UpstreamsDeps, ShortenDeps {
  readonly views: HoldingsReader
}

/** What stands between clients and the upstream servers. */
export interface Gateway {
  readonly upstreams: Upstreams
  readonly administration: Administration
  readonly forwarding: Forwarding
}

export function createGateway(deps: GatewayDeps): Gateway {
  const upstreams = createUpstreams(deps)
  return {
    upstreams,
    administration: createAdministration({ ...deps, upstreams }),
    forwarding: createForwarding({ ...deps, upstreams }),
  }
}
