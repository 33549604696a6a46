import type { Sample } from './sample.ts'

export interface Verdict {
  readonly name: string
  readonly atStart: number
  readonly atEnd: number
  /** Growth over the watched part by the median of all slopes, which a few spikes do not move. */
  readonly growth: number
  readonly allowed: number
  readonly isFlat: boolean
}

/** The first third warms caches up and fills the store to its caps. */
const warmUpShare = 1 / 3
const allowedShare = 0.05
const floors: readonly (readonly [RegExp, number])[] = [
  [/resident/, 16],
  [/heap|buffers/, 4],
  [/handles|open files/, 8],
  [/MB$/, 2],
]

/** Records of memory are the user's own, one line a call: they grow by design and are bounded by call. */
const growsByDesign = (name: string): boolean => name.startsWith('memory')

export function judge(samples: readonly Sample[]): readonly Verdict[] {
  const watched = samples.slice(Math.floor(samples.length * warmUpShare))
  const names = new Set(watched.flatMap(({ values }) => Object.keys(values)))
  return [...names].map((name) => judgeOne(name, watched))
}

function judgeOne(name: string, watched: readonly Sample[]): Verdict {
  const points = watched.flatMap(({ seconds, values }) => {
    const value = values[name]
    return value === undefined ? [] : [{ x: seconds, y: value }]
  })
  const span = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0)
  const growth = medianSlope(points) * span
  const levels = points.map(({ y }) => y)
  const floor = floors.find(([pattern]) => pattern.test(name))?.[1] ?? 0
  const allowed = Math.max(floor, median(levels) * allowedShare)
  const tenth = Math.max(1, Math.floor(levels.length / 10))
  return {
    name,
    atStart: median(levels.slice(0, tenth)),
    atEnd: median(levels.slice(-tenth)),
    growth,
    allowed,
    isFlat: growsByDesign(name) || growth <= allowed,
  }
}

/**
 * Theil and Sen: the median of the slopes between all pairs at least a quarter of the watch apart.
 * A single distance would meet each round of the traffic at the same point, and take that for growth.
 */
function medianSlope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const apart = Math.ceil(points.length / 4)
  const slopes = points.flatMap(({ x, y }, index) =>
    points
      .slice(index + apart)
      .flatMap((other) => (other.x === x ? [] : [(other.y - y) / (other.x - x)])),
  )
  return median(slopes)
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
