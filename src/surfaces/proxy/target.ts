import { EngineError } from '../../errors.ts'
import { isForbiddenHost } from './addresses.ts'
import type { UpstreamName } from './routes.ts'

/** Where requests may go. */
export interface UpstreamSettings {
  /** Base URLs up to and with the version. */
  readonly upstreams: Readonly<Record<UpstreamName, string>>
  /** Hosts, with their port if any, that `X-Target-Base-URL` may name. */
  readonly allowedTargets: readonly string[]
}

export interface Target {
  readonly origin: string
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string
}

/** Where a request goes: where its header says, if that host is allowed, or where the configuration does. */
export type FindTarget = (header: string | undefined, upstream: UpstreamName) => Target

/** Addresses of the configuration are read once. */
export function targetFinder(settings: UpstreamSettings): FindTarget {
  const configured = new Map<UpstreamName, Target>()
  return (header, upstream) => {
    if (header !== undefined) return wantedTarget(header, settings)
    const known = configured.get(upstream)
    if (known) return known
    const target = toTarget(new URL(settings.upstreams[upstream]))
    configured.set(upstream, target)
    return target
  }
}

function wantedTarget(header: string, settings: UpstreamSettings): Target {
  const url = URL.parse(header)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new EngineError('invalid_input', 'X-Target-Base-URL is not an http or https address')
  const target = toTarget(url)
  if (!settings.allowedTargets.includes(url.host))
    throw new EngineError(
      'upstream_forbidden',
      `X-Target-Base-URL names ${url.host}, which is not allowed`,
      {
        hint: `Add "${url.host}" to proxy.allowed_targets in tamis.toml to allow it.`,
      },
    )
  return target
}

function toTarget(url: URL): Target {
  if (isForbiddenHost(url.hostname))
    throw new EngineError(
      'upstream_forbidden',
      `${url.hostname} is a link-local or metadata address`,
    )
  return { origin: url.origin, basePath: url.pathname.replace(/\/+$/, '') }
}
