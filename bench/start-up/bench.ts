import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../scripts/bundle.mjs'
import { type Cost, runToEnd, startDaemon } from './processes.ts'

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
  writeFileSync(text, Array.from({ length: 60 }, (_, line) => `line ${line} is well`).join('\n'))
  const measured: Readonly<Record<string, () => Promise<Cost>>> = {
    'node -e 0': () => runToEnd(['-e', '0']),
    'tamis --version': () => runToEnd([main, '--version']),
    'tamis prune, 60 lines': () =>
      runToEnd([main, 'prune', text, '--goal', 'what fails', '--home', home]),
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
  console.log(`Milliseconds from the spawn, ${rounds} rounds; the goal is listening under 300`)
  console.log(`${''.padEnd(44)}   best  median  processor time, median`)
  for (const [name, taken] of costs) show(name, taken)
}

function show(name: string, costs: readonly Cost[]): void {
  const walls = costs.map(({ wallMs }) => wallMs)
  const processor = median(costs.map(({ processorMs }) => processorMs))
  console.log(
    [
      name.padEnd(44),
      Math.min(...walls)
        .toFixed(0)
        .padStart(7),
      median(walls).toFixed(0).padStart(7),
      (Number.isNaN(processor) ? '–' : processor.toFixed(0)).padStart(7),
    ].join(' '),
  )
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
