import { holdsToken } from '../../http/gate.ts'

/** Header names and values in turn, as received. */
type RawHeaders = readonly string[]

/** They speak of one connection, not of the message; `expect` was answered by our own server. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** Ours, or written anew by the sender of the request. */
const ownRequestHeaders = new Set(['host', 'content-length', 'trailer', 'x-target-base-url'])

/** What goes on to the provider. A header that carries a token of ours stays here. */
export function requestHeaders(raw: RawHeaders, token: string | undefined): string[] {
  return keepHeaders(raw, (name, value) => {
    if (ownRequestHeaders.has(name) || name.startsWith('x-tamis-')) return false
    return !holdsToken(value, token)
  })
}

/**
 * What goes back to the client. Headers that would speak for our own address stay here: a browser
 * would keep a provider's cookies, rights and rules for the dashboard too.
 */
export function responseHeaders(raw: RawHeaders): string[] {
  return keepHeaders(raw, (name) => !isForOurOrigin(name))
}

const forOurOrigin = new Set([
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'strict-transport-security',
  'service-worker-allowed',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
])

function isForOurOrigin(name: string): boolean {
  return forOurOrigin.has(name) || name.startsWith('x-tamis-') || name.startsWith('access-control-')
}

/** The first value of a header, whatever its case. */
export function headerOf(raw: RawHeaders, name: string): string | undefined {
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]?.toLowerCase() === name) return raw[index + 1]
  return undefined
}

/** Replaces a header, or adds it. */
export function setHeader(raw: string[], name: string, value: string): void {
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]?.toLowerCase() === name) {
      raw[index + 1] = value
      return
    }
  raw.push(name, value)
}

/** Adds to a header that holds a list, unless it holds that already. */
export function addToHeader(raw: string[], name: string, value: string): void {
  const held = headerOf(raw, name)
  if (held === undefined || held.trim() === '') setHeader(raw, name, value)
  else if (!held.split(',').some((one) => one.trim() === value))
    setHeader(raw, name, `${held},${value}`)
}

/** Without what speaks of this hop alone. */
function keepHeaders(raw: RawHeaders, isKept: (name: string, value: string) => boolean): string[] {
  const kept: string[] = []
  let named: ReadonlySet<string> | undefined
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const value = raw[index + 1] ?? ''
    const lower = name.toLowerCase()
    if (lower === 'connection') named = withNames(named, value)
    if (!hopByHop.has(lower) && isKept(lower, value)) kept.push(name, value)
  }
  return named ? withoutNamed(kept, named) : kept
}

/** `Connection: close, x-foo` makes `x-foo` a header of this hop too. */
function withNames(
  named: ReadonlySet<string> | undefined,
  connection: string,
): ReadonlySet<string> | undefined {
  if (/^(?:keep-alive|close)$/i.test(connection)) return named
  const names = connection.split(',').map((name) => name.trim().toLowerCase())
  return new Set([...(named ?? []), ...names])
}

function withoutNamed(headers: readonly string[], named: ReadonlySet<string>): string[] {
  return headers.filter((_, index) => {
    const name = headers[index - (index % 2)] ?? ''
    return !named.has(name.toLowerCase())
  })
}
