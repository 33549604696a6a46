import type { UpstreamName } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { isLoopback } from '../http/access.ts'
import { isForbiddenHost } from './addresses.ts'

/** Where requests may go. */
export interface UpstreamSettings {
  /** Base URLs up to and with the version. */
  readonly upstreams: Readonly<Record<UpstreamName, string>>
  /** Sent to the upstream of their name alone, when the client brings no key of its own. */
  readonly apiKeys: Readonly<Partial<Record<UpstreamName, string>>>
  /** Origins that `X-Target-Base-URL` may name; a bare host means https, and on this machine http too. */
  readonly allowedTargets: readonly string[]
}

export interface Target {
  readonly origin: string
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string
  /** The key that belongs to this address, as a header; to no other does it go. */
  readonly keyHeader?: readonly [name: string, value: string]
}

/** Where a request goes: where its header says, if that is allowed, or where the configuration does. */
export type FindTarget = (header: string | undefined, upstream: UpstreamName) => Target

/** Addresses of the configuration are read once. */
export function targetFinder({ upstreams, apiKeys, allowedTargets }: UpstreamSettings): FindTarget {
  const allowed = new Set(allowedTargets.flatMap(originsOf))
  const configured = new Map<UpstreamName, Target>()

  function configuredTarget(upstream: UpstreamName): Target {
    const known = configured.get(upstream)
    if (known) return known
    const target = toTarget(new URL(upstreams[upstream]))
    const key = apiKeys[upstream]
    const whole = key === undefined ? target : { ...target, keyHeader: keyHeader(upstream, key) }
    configured.set(upstream, whole)
    return whole
  }

  return (header, upstream) => {
    const known = configuredTarget(upstream)
    if (header === undefined) return known
    const wanted = wantedTarget(header, allowed)
    return wanted.origin === known.origin && wanted.basePath === known.basePath ? known : wanted
  }
}

/** The origins that an entry of the list stands for. */
function originsOf(entry: string): readonly string[] {
  if (entry.includes('://')) return [URL.parse(entry)?.origin ?? entry]
  const url = URL.parse(`https://${entry}`)
  if (!url) return []
  const isLocal = isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  return isLocal ? [url.origin, new URL(`http://${entry}`).origin] : [url.origin]
}

function wantedTarget(header: string, allowed: ReadonlySet<string>): Target {
  const url = URL.parse(header)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new EngineError('invalid_input', 'X-Target-Base-URL is not an http or https address')
  const target = toTarget(url)
  if (!allowed.has(url.origin))
    throw new EngineError(
      'upstream_forbidden',
      `X-Target-Base-URL names ${url.origin}, which is not allowed`,
      {
        hint: `Add "${url.origin}" to proxy.allowed_targets in tamis.toml to allow it.`,
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

function keyHeader(upstream: UpstreamName, key: string): readonly [string, string] {
  if (upstream === 'anthropic') return ['x-api-key', key]
  return upstream === 'gemini' ? ['x-goog-api-key', key] : ['authorization', `Bearer ${key}`]
}
