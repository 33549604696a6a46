export interface Timing {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Runs `work` so many times, so many at once. */
export async function timed(
  count: number,
  lanes: number,
  work: (at: number) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const at = next++
      const started = performance.now()
      await work(at)
      times.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  const seconds = (performance.now() - started) / 1000
  const sorted = times.sort((a, b) => a - b)
  const rank = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { perSecond: count / seconds, p50Ms: rank(0.5), p99Ms: rank(0.99) }
}

export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  for (const row of [header, ...rows])
    console.log(
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  '),
    )
}

export function timingCells({ perSecond, p50Ms, p99Ms }: Timing): readonly string[] {
  return [perSecond.toFixed(0), p50Ms.toFixed(2), p99Ms.toFixed(2)]
}
