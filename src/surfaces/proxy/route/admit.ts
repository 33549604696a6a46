import type { IncomingMessage } from 'node:http'
import { EngineError } from '../../../errors.ts'
import { requireJson } from '../../http/json-body.ts'
import { headerOf } from '../upstream/headers.ts'
import { type Route, routeOf } from './routes.ts'
import type { FindTarget, Target } from './target.ts'

/** Where a request goes, decided by its head alone; what may not go anywhere is refused before its body. */
export function admit(
  request: IncomingMessage,
  findTarget: FindTarget,
): { readonly route: Route; readonly target: Target } {
  const { method = 'GET', url = '/', headers } = request
  if (headers.upgrade !== undefined) throw noWebSocket()
  if (isShownByBrowser(request)) throw notForPages()
  if (leavesItsBase(url)) throw outsideBase()
  const route = routeOf({ method, url, headers })
  if (route.format) requireJson(headers['content-type'])
  const wanted = headers['x-target-base-url'] && headerOf(request.rawHeaders, 'x-target-base-url')
  return { route, target: findTarget(wanted, route) }
}

/** A page that a browser shows under our address could do what the dashboard may. */
function isShownByBrowser({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest']
  return destination !== undefined && destination !== 'empty'
}

function notForPages(): EngineError {
  return new EngineError('origin_forbidden', 'Answers of providers are not shown in a browser.')
}

function outsideBase(): EngineError {
  return new EngineError('invalid_input', 'The path leads out of the base URL of its provider', {
    hint: 'Send a path without `.` and `..`, in plain or encoded.',
  })
}

function noWebSocket(): EngineError {
  return new EngineError('upgrade_required', 'WebSockets are not served here', {
    hint: 'Send the same request over plain HTTP.',
  })
}

/** However often a path is encoded, a provider and what stands before it decode it less often. */
const maxRounds = 4
const encodedByte = /%[0-9a-f]{2}/i
const encodedBytes = /%([0-9a-f]{2})/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: some servers drop these characters.
const ignoredBySome = /[\u0000-\u0020\u007f]/g
const dotSegment = /(?:^|[/\\])\.{1,2}(?:[;?#][^/\\]*)?(?:[/\\]|$)/

/**
 * Whether a provider, or a server in front of it, could read a path as one outside of the base path it
 * is put behind: `..` in plain, encoded, with parameters, between backslashes.
 */
export function leavesItsBase(url: string): boolean {
  const query = url.indexOf('?')
  let path = query === -1 ? url : url.slice(0, query)
  // Most paths hold neither.
  if (!path.includes('%') && !path.includes('.')) return false
  for (let round = 0; encodedByte.test(path); round++) {
    if (round === maxRounds) return true
    path = path.replace(encodedBytes, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  }
  return dotSegment.test(path.replace(ignoredBySome, ''))
}
