import { holdsToken } from '../http/gate.ts'

/** Header names and values in turn, as they came. */
export type RawHeaders = readonly string[]

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
  const named = connectionNames(raw)
  return keepHeaders(raw, (name, value) => {
    if (hopByHop.has(name) || ownRequestHeaders.has(name) || named.has(name)) return false
    if (name.startsWith('x-tamis-')) return false
    return !holdsToken(value, token)
  })
}

/** What goes back to the client. */
export function responseHeaders(raw: RawHeaders): string[] {
  const named = connectionNames(raw)
  return keepHeaders(raw, (name) => !hopByHop.has(name) && !named.has(name))
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

function keepHeaders(raw: RawHeaders, isKept: (name: string, value: string) => boolean): string[] {
  const kept: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const value = raw[index + 1] ?? ''
    if (isKept(name.toLowerCase(), value)) kept.push(name, value)
  }
  return kept
}

/** `Connection: close, x-foo` makes `x-foo` a header of this hop too. */
function connectionNames(raw: RawHeaders): ReadonlySet<string> {
  const value = headerOf(raw, 'connection')
  if (value === undefined || /^(?:keep-alive|close)$/i.test(value)) return noNames
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()))
}

const noNames: ReadonlySet<string> = new Set()
