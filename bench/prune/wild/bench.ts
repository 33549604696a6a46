import { splitLines } from '../../../src/core/text/lines.ts'
import { type Budget, meanOf } from '../recall.ts'
import { type Kept, openWildDoor, type WildDoor } from './ask.ts'
import { type Measured, measure } from './measure.ts'
import { readCases, type WildCase, wildSets } from './read-cases.ts'
import { rivals } from './rivals.ts'

const shares = [undefined, 0.05, 0.1, 0.2] as const

/** `npm run bench -- prune-wild`: what people paste, printed by the programs that print it. */
export async function bench(): Promise<void> {
  const door = await openWildDoor()
  try {
    for (const set of wildSets) {
      const cases = readCases(set)
      const absent = cases.filter(({ isAbsent }) => isAbsent)
      const answered = cases.filter(({ isAbsent }) => !isAbsent)
      if (answered.length > 0) await benchSet(set, answered, door)
      if (absent.length > 0) await benchAbsent(absent, door)
    }
  } finally {
    await door.close()
  }
}

async function benchSet(set: string, cases: readonly WildCase[], door: WildDoor): Promise<void> {
  const formats = new Set(cases.map(({ format }) => format))
  console.log(
    `\nwild, ${set}: ${cases.length} cases in ${formats.size} formats, mean ± standard error`,
  )
  const columns = ['default', '5 %', '10 %', '20 %']
  console.log(row('recall', columns))
  const ours: Measured[][] = []
  for (const share of shares) {
    const measured: Measured[] = []
    for (const one of cases) measured.push(measure(one, await door.prune(one, share)))
    ours.push(measured)
  }
  const methods = new Map([['tamis', ours]])
  for (const name of Object.keys(rivals)) methods.set(name, await measureRival(name, cases, ours))
  for (const [name, measured] of methods) console.log(row(name, measured.map(means('recall'))))
  console.log(row('precision', columns))
  for (const [name, measured] of methods) console.log(row(name, measured.map(means('precision'))))
  const sizes = ours.map((measured) => median(measured.map(({ size }) => size)).toFixed(2))
  console.log(row('kept ÷ wanted', columns))
  console.log(row('tamis, median', sizes))
  console.log(row('tamis', ours.map(means('size'))))
  printShort(cases, ours[0] ?? [])
}

/** Goals that nothing in their text answers: how many are told so. */
async function benchAbsent(cases: readonly WildCase[], door: WildDoor): Promise<void> {
  const cells: string[] = []
  for (const share of shares) {
    let told = 0
    for (const one of cases)
      if ((await door.prune(one, share)).warnings.includes('goal_not_found')) told++
    cells.push(`${told} of ${cases.length}`)
  }
  console.log(row('goal_not_found', cells))
}

/** The same characters as we kept at the default size, and the same share elsewhere. */
async function measureRival(
  name: string,
  cases: readonly WildCase[],
  ours: readonly (readonly Measured[])[],
): Promise<Measured[][]> {
  const columns: Measured[][] = []
  for (const [column, share] of shares.entries()) {
    const measured: Measured[] = []
    for (const [at, one] of cases.entries()) {
      const used = (ours[column]?.[at]?.chars ?? 0) / one.text.length
      measured.push(
        measure(one, await keptBy(name, one, { share: share ?? used, of: 'characters' })),
      )
    }
    columns.push(measured)
  }
  return columns
}

async function keptBy(name: string, one: WildCase, budget: Budget): Promise<Kept> {
  const flags = (await rivals[name]?.(one, budget)) ?? new Uint8Array()
  const { text, starts } = splitLines(one.text)
  const pieces = [...flags.keys()].filter((index) => flags[index] === 1)
  return {
    flags,
    text: pieces.map((index) => text.slice(starts[index], starts[index + 1])).join(''),
    warnings: [],
  }
}

/** The cases that fall short at the default size, so that somebody can look. */
function printShort(cases: readonly WildCase[], measured: readonly Measured[]): void {
  for (const [at, one] of cases.entries()) {
    const { recall = 1, size = 1 } = measured[at] ?? {}
    if (recall < 0.95 || size > 3)
      console.log(
        `  ${one.id.padEnd(24)} recall ${recall.toFixed(2)}  kept ÷ wanted ${size.toFixed(1)}`,
      )
  }
}

function means(of: 'recall' | 'precision' | 'size'): (measured: readonly Measured[]) => string {
  return (measured) => {
    const { mean, error } = meanOf(measured.map((one) => one[of]))
    return `${mean.toFixed(3)} ± ${error.toFixed(3)}`
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function row(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(18)}${cells.map((cell) => cell.padStart(16)).join('')}`
}
