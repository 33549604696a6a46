import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../scripts/bundle.mjs'
import { type Cost, runToEnd, startDaemon, startServing } from './processes.ts'

const rounds = 9
const upstreams = 10

/** `npm run bench -- start-up`: from the spawn to the first useful moment, beside Node doing nothing. */
export async function bench(): Promise<void> {
  // Beside `dist`, and made anew: what was built last may be old.
  const folder = mkdtempSync(join(process.cwd(), 'dist-bench-'))
  try {
    await bundle(folder)
    await measure(join(folder, 'main.js'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measure(main: string): Promise<void> {
  const home = homeWithUpstreams()
  const text = join(home, 'small.log')
  writeFileSync(text, Array.from({ length: 200 }, (_, line) => `line ${line} is well`).join('\n'))
  const plainHome = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  const limitedHome = homeWithLimits()
  const served = await startServing(main)
  const prune = (home: string, ...options: readonly string[]): Promise<Cost> =>
    runToEnd([main, 'prune', text, '--goal', 'what fails', '--home', home, ...options])
  const measured: Readonly<Record<string, () => Promise<Cost>>> = {
    'node -e 0': () => runToEnd(['-e', '0']),
    'tamis --version': () => runToEnd([main, '--version']),
    'tamis --help': () => runToEnd([main, '--help']),
    'tamis prune, 200 lines': () => prune(plainHome),
    'the same, a budget named': () => prune(plainHome, '--keep', '0.2'),
    'the same, a configuration of other parts': () => prune(home),
    'the same, a configuration of pruning': () => prune(limitedHome),
    'the same, by a running daemon': () => prune(served.home),
    [`tamis up, ${upstreams} lazy upstreams: listening`]: async () =>
      (await startDaemon(main, home)).listening,
    'the same: first answer of /health': async () => (await startDaemon(main, home)).answering,
  }
  const costs = new Map(Object.keys(measured).map((name) => [name, [] as Cost[]]))
  // Rounds alternate, so that a busy moment of the machine hits all; the first fills Node's code cache.
  for (let round = 0; round <= rounds; round++)
    for (const [name, run] of Object.entries(measured)) {
      const cost = await run()
      if (round > 0) costs.get(name)?.push(cost)
    }
  served.stop()
  console.log(`Milliseconds from the spawn, ${rounds} rounds; the goal is listening under 300`)
  console.log(`${''.padEnd(44)}   best  median  processor time, median, and over \`node -e 0\``)
  const nothing = processorMs(costs.get('node -e 0') ?? [])
  for (const [name, taken] of costs) show(name, taken, nothing)
}

function show(name: string, costs: readonly Cost[], nothing: number): void {
  const walls = costs.map(({ wallMs }) => wallMs)
  const processor = processorMs(costs)
  console.log(
    [
      name.padEnd(44),
      Math.min(...walls)
        .toFixed(0)
        .padStart(7),
      median(walls).toFixed(0).padStart(7),
      (Number.isNaN(processor) ? '–' : processor.toFixed(0)).padStart(7),
      (Number.isNaN(processor) ? '–' : `+${(processor - nothing).toFixed(0)}`).padStart(7),
    ].join(' '),
  )
}

function processorMs(costs: readonly Cost[]): number {
  return median(costs.map((cost) => cost.processorMs))
}

/** Ten servers that are started by their first use, so never here. */
function homeWithUpstreams(): string {
  const home = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  const servers = Array.from(
    { length: upstreams },
    (_, number) => `[gateway.servers.server${number}]\ncommand = "node"\nargs = ["server.js"]\n`,
  )
  writeFileSync(join(home, 'tamis.toml'), servers.join('\n'))
  return home
}

/** A prune there goes through the engine. */
function homeWithLimits(): string {
  const home = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  writeFileSync(join(home, 'tamis.toml'), '[prune]\nusd_per_million_tokens = 3\n')
  return home
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
