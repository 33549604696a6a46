import { leastNorm, mostPerRarity, oftenQuery, type ScoredPart } from './score-chunks.ts'

/** What a chunk must hold: a part of a query as Postgres reads it, or several of them. */
export type Condition =
  | { readonly kind: 'part'; readonly query: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }

/** In every chunk of fewer terms than `shortBelow`; see migration 13. */
export const shortMark = '+short'
const shortBelow = 64
/** The commonest parts beyond these are taken for granted: to ask for more of them takes longer than it spares. */
const mostWeighed = 7
/** A sum of rounded numbers may fall short of the same sum made elsewhere. */
const tolerance = 1e-9

/** What a base is like, as far as the highest score of a chunk depends on it. */
interface Lengths {
  readonly average: number
  readonly hasShort: boolean
}

/**
 * What every chunk holds that could reach the score, and few others do; `undefined` where none could.
 * `parts` come with the rarest first. A term that stands in a chunk once adds at most what the shortest
 * of its kind would give it.
 */
export function couldReach(
  parts: readonly ScoredPart[],
  score: number,
  { average, hasShort }: Lengths,
): Condition | undefined {
  const long = couldReachAt(parts, score, leastNorm(shortBelow, average))
  const short = hasShort ? couldReachAt(parts, score, leastNorm(0, average)) : undefined
  const ways = [long, short && all([part(`'${shortMark}'`), short])].filter(
    (way) => way !== undefined,
  )
  return ways.length === 0 ? undefined : any(ways)
}

/** As Postgres reads a tsquery. */
export function toTsquery(condition: Condition): string {
  if (condition.kind === 'part') return condition.query
  const sign = condition.kind === 'all' ? ' & ' : ' | '
  return `(${condition.of.map(toTsquery).join(sign)})`
}

interface Weighed {
  readonly once: Condition
  readonly onceMost: number
  readonly often: Condition | undefined
  readonly most: number
}

function couldReachAt(
  parts: readonly ScoredPart[],
  score: number,
  norm: number,
): Condition | undefined {
  const weights = parts.map((one) => weigh(one, norm))
  const weighed = weights.slice(0, mostWeighed)
  const granted = weights.slice(mostWeighed).reduce((sum, { most }) => sum + most, 0)
  const missingAtFirst = score * (1 - tolerance) - granted
  /** What the parts from `at` on must be for a chunk that still lacks so much; `undefined`: they cannot. */
  const lacking = (at: number, missing: number): Condition | undefined => {
    const one = weighed[at]
    const mostOfRest = weighed.slice(at).reduce((sum, { most }) => sum + most, 0)
    if (one === undefined || mostOfRest < missing) return undefined
    const withOne = (held: Condition | undefined, gives: number): Condition | undefined => {
      if (held === undefined || gives >= missing) return held
      const more = lacking(at + 1, missing - gives)
      return more && all([held, more])
    }
    const ways = [
      withOne(one.once, one.onceMost),
      // Once is often enough.
      one.onceMost < missing ? withOne(one.often, one.most) : undefined,
      lacking(at + 1, missing),
    ].filter((way) => way !== undefined)
    return ways.length === 0 ? undefined : any(ways)
  }
  // Where what is granted may be enough, any of the parts may be.
  if (missingAtFirst <= 0) return any(parts.map(({ query }) => part(query)))
  return lacking(0, missingAtFirst)
}

function weigh({ query, isPhrase, rarity }: ScoredPart, norm: number): Weighed {
  const [once, most] = [part(query), rarity * mostPerRarity]
  const onceMost = most / (1 + norm)
  // A phrase counts once, however often it stands there.
  if (isPhrase) return { once, onceMost, often: undefined, most: onceMost }
  return { once, onceMost, often: part(oftenQuery(query)), most }
}

function part(query: string): Condition {
  return { kind: 'part', query }
}

function all(of: readonly Condition[]): Condition {
  return of[0] && of.length === 1 ? of[0] : { kind: 'all', of }
}

function any(of: readonly Condition[]): Condition {
  return of[0] && of.length === 1 ? of[0] : { kind: 'any', of }
}
