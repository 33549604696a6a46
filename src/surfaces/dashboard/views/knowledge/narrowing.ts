import type { InputOf } from '../../api/operations.ts'

/** What may answer, as the address says it. */
export interface Narrowing {
  readonly source: string
  readonly kind: string
  readonly trust: string
  readonly path: string
  readonly mode: string
}

type Search = InputOf<'knowledge.search'>

const kinds = ['code', 'docs', 'tests', 'config'] as const
const levels = ['high', 'medium', 'low'] as const
const modes = ['hybrid', 'lexical', 'vector'] as const

/** What the address narrows to; words it does not know narrow nothing. */
export function narrowingOf(query: URLSearchParams): Narrowing {
  const of = (name: string): string => query.get(name) ?? ''
  const known = (name: string, values: readonly string[]): string =>
    values.includes(of(name)) ? of(name) : ''
  return {
    source: of('source'),
    kind: known('kind', kinds),
    trust: known('trust', levels),
    path: of('path'),
    mode: known('mode', modes),
  }
}

/** The same as fields of a search, a question or a list. */
export function filterOf({ source, kind, trust, path }: Narrowing) {
  return {
    ...(source === '' ? {} : { sources: [source] }),
    ...(kind === '' ? {} : { kind: kind as NonNullable<Search['kind']> }),
    ...(trust === '' ? {} : { trust: [trust as (typeof levels)[number]] }),
    ...(path === '' ? {} : { path: path.includes('*') ? path : `*${path}*` }),
  }
}

/** How a search compares: both ways unless said. */
export function modeOf({ mode }: Narrowing): NonNullable<Search['mode']> {
  return modes.find((one) => one === mode) ?? 'hybrid'
}
