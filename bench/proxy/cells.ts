/**
 * What of this benchmark is run: everything, or what `TAMIS_BENCH_CELLS` names, such as
 * `1kB@16,1MB@1,going-on,streams`. Without Portkey then, and with as many rounds as `TAMIS_BENCH_ROUNDS` says.
 */
const asked = process.env.TAMIS_BENCH_CELLS?.split(',').map((cell) => cell.trim())

export const isWhole = asked === undefined

const rounds = process.env.TAMIS_BENCH_ROUNDS

/** A part by its name, or a size and a concurrency. */
export function isAsked(cell: string): boolean {
  return asked === undefined || asked.includes(cell)
}

export function roundsOf(usual: number): number {
  return rounds === undefined ? usual : Number(rounds)
}
