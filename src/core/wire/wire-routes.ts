import type { UpstreamName } from './upstreams.ts'
import type { WireRoute } from './wire.ts'
import { type FormatName, wireFormats } from './wire-formats.ts'

/** A path at which a known format is spoken. */
interface FoundRoute {
  readonly format: FormatName
  readonly upstream: UpstreamName
  /** The path with its blanks, for those who may not know what stands in them. */
  readonly template: string
  /** What follows the base URL. */
  readonly rest: string
  /** The model, where the path names it. */
  readonly model: string | undefined
}

/** Every address of every format, in the order of their list. */
const wireRoutes: readonly (WireRoute & { readonly format: FormatName })[] = wireFormats.flatMap(
  ({ name, routes }) => routes.map((route) => ({ ...route, format: name })),
)

const blank = /\{(\w+)\}/g

/** Paths without a blank are found at once. */
const plain = new Map<string, FoundRoute>(
  wireRoutes
    .filter(({ path }) => !path.includes('{'))
    .map(({ base, path, format, upstream }) => [
      `${base}${path}`,
      { format, upstream, template: `${base}${path}`, rest: path, model: undefined },
    ]),
)

const patterns = wireRoutes
  .filter(({ path }) => path.includes('{'))
  .map((route) => ({ ...route, pattern: toPattern(`${route.base}${route.path}`) }))

/** The route of a path without its query. */
export function findWireRoute(path: string): FoundRoute | undefined {
  const known = plain.get(path)
  if (known) return known
  for (const { pattern, base, path: rest, format, upstream } of patterns) {
    const match = pattern.exec(path)
    if (!match) continue
    const template = `${base}${rest}`
    return { format, upstream, template, rest: path.slice(base.length), model: match.groups?.model }
  }
  return undefined
}

function toPattern(template: string): RegExp {
  const parts = template.split(blank)
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return part === 'model' ? '(?<model>[^/:]+)' : '[^/:]+'
  })
  return new RegExp(`^${source.join('')}$`)
}
