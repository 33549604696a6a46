import { baselines, bestPossible } from './baselines.ts'
import { throughContract, withinChars } from './ours.ts'
import { type Method, recallOf } from './recall.ts'
import { readSamples, type Sample, sets } from './sets.ts'

const budgets = [0.45, 0.2, 0.1] as const

/** Prints, for each set, what each method keeps of the labelled lines. */
export function benchQuality(folder: string): void {
  for (const { name, goals } of sets) {
    const samples = readSamples(folder, name)
    console.log(
      `\n${name}: ${samples.length} texts, recall of labelled lines at equal kept characters`,
    )
    printRow('', ['45 %', '20 %', '10 %'])
    const methods: Record<string, Method> = { tamis: withinChars, ...baselines }
    for (const [method, keep] of Object.entries(methods)) printRecall(method, keep, samples)
    printRecall('best possible', bestPossible, samples)
    printRow(
      'goal',
      goals.map((goal) => goal.toFixed(3)),
    )
    printContract(samples)
  }
}

function printRecall(name: string, method: Method, samples: readonly Sample[]): void {
  printRow(
    name,
    budgets.map((budget) => recallOf(method, samples, budget).recall.toFixed(3)),
  )
}

function printContract(samples: readonly Sample[]): void {
  const found = budgets.map((budget) => recallOf(throughContract, samples, budget))
  console.log('  through max_prune_ratio .55 / .80 / .90, min_keep_lines 1')
  printRow(
    'recall',
    found.map(({ recall }) => recall.toFixed(3)),
  )
  printRow(
    'lines kept',
    found.map(({ lines }) => `${(lines * 100).toFixed(1)} %`),
  )
  printRow(
    'characters kept',
    found.map(({ chars }) => `${(chars * 100).toFixed(1)} %`),
  )
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(18)}${cells.map((cell) => cell.padStart(9)).join('')}`)
}
