import {
  type NamedUpstream,
  presetUpstreams,
  type UpstreamName,
  upstreamFamilies,
} from '../../../engine.ts'
import { EngineError } from '../../../errors.ts'
import { isForbiddenHost } from '../../../network/addresses.ts'
import { phrase } from '../../../phrase.ts'
import { isLoopback } from '../../http/access.ts'
import type { Route } from './routes.ts'

/** Where requests may go. */
export interface UpstreamSettings {
  /** By name; one called like a family is where that family's requests go. */
  readonly upstreams: Readonly<Record<string, NamedUpstream & { readonly apiKey?: string }>>
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
export type FindTarget = (
  header: string | undefined,
  route: Pick<Route, 'upstream' | 'name' | 'login' | 'path'>,
) => Target

/** Addresses of the configuration are read once. */
export function targetFinder({ upstreams, allowedTargets }: UpstreamSettings): FindTarget {
  const allowed = new Set(allowedTargets.flatMap(allowedOrigins))
  const byName = new Map(Object.entries({ ...presetUpstreams, ...upstreams }))
  const targets = new Map<string, Target>()

  function namedTarget(name: string): Target | undefined {
    const known = targets.get(name)
    const upstream = byName.get(name)
    if (known || !upstream) return known
    const target = withKey(toTarget(new URL(upstream.baseUrl)), upstream)
    targets.set(name, target)
    return target
  }

  /** The address called like the family, else the first one that speaks it, else the usual one. */
  function familyTarget(upstream: UpstreamName, path: string): Target {
    const own = namedTarget(upstream)
    if (own) return own
    const [speaker] = [...byName].find(([, { wire }]) => wire === upstream) ?? []
    const known = speaker === undefined ? undefined : namedTarget(speaker)
    if (known) return known
    const usual = upstreamFamilies[upstream].defaultBaseUrl(path)
    if (usual === undefined) throw unconfigured(upstream)
    return toTarget(new URL(usual))
  }

  /** A login goes to its own address, unless the configuration sends the family elsewhere. */
  function loginTarget({ upstream, login, path }: Pick<Route, 'upstream' | 'login' | 'path'>) {
    const usual = upstreamFamilies[upstream].defaultBaseUrl(path)
    return login !== undefined && byName.get(upstream)?.baseUrl === usual
      ? namedTarget(login)
      : undefined
  }

  return (header, route) => {
    const { upstream, name, path } = route
    const known =
      name === undefined ? (loginTarget(route) ?? familyTarget(upstream, path)) : namedTarget(name)
    if (!known) throw unknownName(name ?? '', [...byName.keys()])
    if (header === undefined) return known
    const wanted = wantedTarget(header, allowed)
    return wanted.origin === known.origin && wanted.basePath === known.basePath ? known : wanted
  }
}

function withKey(
  target: Target,
  { wire, apiKey }: NamedUpstream & { readonly apiKey?: string },
): Target {
  if (apiKey === undefined) return target
  const [name, prefix] = upstreamFamilies[wire].key
  return { ...target, keyHeader: [name, `${prefix}${apiKey}`] }
}

function wantedTarget(header: string, allowed: ReadonlySet<string>): Target {
  const url = URL.parse(header)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new EngineError('invalid_input', 'X-Target-Base-URL is not an http or https address')
  const target = toTarget(url)
  if (!allowed.has(url.origin))
    throw new EngineError(
      'upstream_forbidden',
      phrase`X-Target-Base-URL names ${url.origin}, which is not allowed`,
      {
        hint: phrase`Add "${url.origin}" to proxy.allowed_targets in tamis.toml to allow it.`,
      },
    )
  return target
}

function toTarget(url: URL): Target {
  if (isForbiddenHost(url.hostname))
    throw new EngineError(
      'upstream_forbidden',
      phrase`${url.hostname} is a link-local or metadata address`,
    )
  return { origin: url.origin, basePath: url.pathname.replace(/\/+$/, '') }
}

function unconfigured(upstream: UpstreamName): EngineError {
  const { title } = upstreamFamilies[upstream]
  return new EngineError('upstream_unknown', phrase`Nothing says where requests for ${title} go`, {
    hint: phrase`Add [proxy.upstreams.NAME] with wire = "${upstream}" and base_url to tamis.toml.`,
  })
}

function unknownName(name: string, known: readonly string[]): EngineError {
  return new EngineError(
    'upstream_unknown',
    phrase`No provider is called ${JSON.stringify(name)}`,
    {
      hint: phrase`There are ${known.join(', ')}; [proxy.upstreams.NAME] in tamis.toml adds one.`,
    },
  )
}

/** The origins that an entry of `proxy.allowed_targets` stands for; without a scheme https is meant. */
function allowedOrigins(entry: string): readonly string[] {
  if (entry.includes('://')) return [URL.parse(entry)?.origin ?? entry]
  const url = URL.parse(`https://${entry}`)
  if (!url) return []
  const isLocal = isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  return isLocal ? [url.origin, new URL(`http://${entry}`).origin] : [url.origin]
}
