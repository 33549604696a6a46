import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureLatency, type Target } from './load.ts'

const rounds = 7
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'health', arguments: {} },
})

/** `POST /rpc` with a trivial tool, beside a bare `node:http` server that parses and echoes JSON. */
export async function bench(): Promise<void> {
  const echo = await start([join(import.meta.dirname, 'echo-server.ts')])
  const tamis = await start([
    join(import.meta.dirname, '../../src/main.ts'),
    'up',
    '--port',
    '0',
    '--home',
    mkdtempSync(join(tmpdir(), 'tamis-bench-')),
  ])
  try {
    // Rounds alternate, so that a busy moment of the machine hits both.
    const samples = { echo: [] as number[], tamis: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const [echoUs, tamisUs] = [
        await measureLatency(`${echo.url}/rpc`, body),
        await measureLatency(`${tamis.url}/rpc`, body),
      ]
      if (round === 0) continue
      samples.echo.push(echoUs)
      samples.tamis.push(tamisUs)
    }
    const ratios = samples.tamis.map((value, index) => value / (samples.echo[index] ?? 1))
    console.log(`POST /rpc, one connection, microseconds a call, median of ${rounds} rounds`)
    console.log(`  node:http JSON echo   ${median(samples.echo).toFixed(0).padStart(6)}`)
    console.log(`  tamis, trivial tool   ${median(samples.tamis).toFixed(0).padStart(6)}`)
    console.log(`  ratio                 ${median(ratios).toFixed(2).padStart(6)}`)
  } finally {
    echo.stop()
    tamis.stop()
  }
}

async function start(args: readonly string[]): Promise<Target & { stop(): void }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const url = said.match(/listening on (\S+)/)?.[1]
    if (url) return { url, stop: () => child.kill() }
  }
  throw new Error(`did not start: ${said}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
