/** Sums over a growing list whose numbers change (a Fenwick tree): every step is logarithmic. */
export interface RunningSum {
  add(index: number, amount: number): void
  /** The sum of the numbers before `index`. */
  before(index: number): number
}

export function runningSum(length: number): RunningSum {
  const tree = new Float64Array(length + 1)
  return {
    add(index, amount) {
      for (let i = index + 1; i <= length; i += i & -i) tree[i] = (tree[i] ?? 0) + amount
    },
    before(index) {
      let sum = 0
      for (let i = Math.min(index, length); i > 0; i -= i & -i) sum += tree[i] ?? 0
      return sum
    },
  }
}
