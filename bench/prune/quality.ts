import { baselines } from './baselines.ts'
import { bestPossible, bestWithOurGaps, isOverfull } from './oracles.ts'
import { withinChars } from './ours.ts'
import { type Budget, type Mean, type Method, type Recall, recallOf } from './recall.ts'
import { readSamples, type Sample, sets } from './sets.ts'
import { openRpcDoor } from './through-rpc.ts'

const shares = [0.45, 0.2, 0.1, 0.03] as const

/** Prints, for each set, what each method keeps of the labelled lines. */
export async function benchQuality(folder: string): Promise<void> {
  const door = await openRpcDoor()
  try {
    for (const { name, goals } of sets) {
      const samples = readSamples(folder, name)
      await printAtEqualCharacters(name, samples, goals)
      await printAtEqualLines(samples, goals, door.prune)
    }
  } finally {
    await door.close()
  }
}

async function printAtEqualCharacters(
  name: string,
  samples: readonly Sample[],
  goals: readonly number[],
): Promise<void> {
  console.log(
    `\n${name}: ${samples.length} texts, recall of labelled lines at equal kept characters`,
  )
  printRow('', ['45 %', '20 %', '10 %', '3 %', 'n'])
  const methods = {
    tamis: withinChars,
    ...baselines,
    'best, our gaps': bestWithOurGaps,
    'best possible': bestPossible,
  }
  await printMethods(methods, samples, budgetsOf('characters'))
  printRow('goal', goals.map(threePlaces))
}

/** The contract's law counts lines, so what `prune_text` answers is compared line for line. */
async function printAtEqualLines(
  samples: readonly Sample[],
  goals: readonly number[],
  throughRpc: Method,
): Promise<void> {
  console.log(
    '\n  at equal kept lines: prune_text at POST /rpc, max_prune_ratio .55 / .80 / .90 / .97',
  )
  const budgets = budgetsOf('lines')
  const found = await recalls(throughRpc, samples, budgets)
  printShares('prune_text', found, 'recall', samples.length)
  await printMethods({ ...baselines, 'best possible': bestPossible }, samples, budgets)
  printRow('goal', goals.map(threePlaces))
  printShares('lines kept', found, 'lines', samples.length)
  printShares('characters kept', found, 'chars', samples.length)
}

function budgetsOf(of: Budget['of']): readonly Budget[] {
  return shares.map((share) => ({ share, of }))
}

async function printMethods(
  methods: Readonly<Record<string, Method>>,
  samples: readonly Sample[],
  budgets: readonly Budget[],
): Promise<void> {
  for (const [name, method] of Object.entries(methods))
    printShares(name, await recalls(method, samples, budgets), 'recall', samples.length)
  const overfull = budgets.map((one) => samples.filter((sample) => isOverfull(sample, one)).length)
  printRow('labels do not fit', overfull.map(String))
}

async function recalls(
  method: Method,
  samples: readonly Sample[],
  budgets: readonly Budget[],
): Promise<readonly Recall[]> {
  const found: Recall[] = []
  for (const budget of budgets) found.push(await recallOf(method, samples, budget))
  return found
}

function printShares(
  name: string,
  found: readonly Recall[],
  share: keyof Recall,
  count: number,
): void {
  const cells = found.map((one) => `${threePlaces(one[share].mean)} ±${errorOf(one[share])}`)
  printRow(name, [...cells, String(count)])
}

/** `.012`, so that it is not taken for a figure of its own. */
function errorOf({ error }: Mean): string {
  return error.toFixed(3).replace(/^0/, '')
}

function threePlaces(share: number): string {
  return share.toFixed(3)
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(18)}${cells.map((cell) => cell.padStart(13)).join('')}`)
}
