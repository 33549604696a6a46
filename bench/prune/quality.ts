import { baselines } from './baselines.ts'
import { bestPossible, bestWithOurGaps } from './oracles.ts'
import { withinChars } from './ours.ts'
import { type Method, type Recall, recallOf } from './recall.ts'
import { readSamples, type Sample, sets } from './sets.ts'
import { openRpcDoor } from './through-rpc.ts'

const budgets = [0.45, 0.2, 0.1] as const

/** Prints, for each set, what each method keeps of the labelled lines. */
export async function benchQuality(folder: string): Promise<void> {
  const door = await openRpcDoor()
  try {
    for (const { name, goals } of sets)
      await printSet(name, readSamples(folder, name), goals, door.prune)
  } finally {
    await door.close()
  }
}

async function printSet(
  name: string,
  samples: readonly Sample[],
  goals: readonly number[],
  throughRpc: Method,
): Promise<void> {
  console.log(
    `\n${name}: ${samples.length} texts, recall of labelled lines at equal kept characters`,
  )
  printRow('', ['45 %', '20 %', '10 %'])
  const methods: Record<string, Method> = {
    tamis: withinChars,
    ...baselines,
    'best, our gaps': bestWithOurGaps,
    'best possible': bestPossible,
  }
  for (const [method, keep] of Object.entries(methods))
    printShares(method, await recalls(keep, samples), 'recall')
  printRow('goal', goals.map(threePlaces))
  console.log('  prune_text at POST /rpc, max_prune_ratio .55 / .80 / .90, min_keep_lines 1')
  const found = await recalls(throughRpc, samples)
  printShares('recall', found, 'recall')
  printShares('lines kept', found, 'lines')
  printShares('characters kept', found, 'chars')
}

async function recalls(method: Method, samples: readonly Sample[]): Promise<readonly Recall[]> {
  const found: Recall[] = []
  for (const budget of budgets) found.push(await recallOf(method, samples, budget))
  return found
}

function printShares(name: string, found: readonly Recall[], share: keyof Recall): void {
  printRow(
    name,
    found.map((one) => threePlaces(one[share])),
  )
}

function threePlaces(share: number): string {
  return share.toFixed(3)
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(18)}${cells.map((cell) => cell.padStart(9)).join('')}`)
}
