import { existsSync, readFileSync } from 'node:fs'
import { startProvider } from '../e2e/proxy/provider.ts'
import { type RunningDaemon, startTamis } from '../e2e/tamis.ts'
import type { ComplexityCase } from './complexity-cases.ts'

export interface Outcome {
  readonly status: number
  readonly text: string
  /** Processor time of the daemon: other work on the machine does not count. */
  readonly cpuMs: number
  /** The most the daemon ever held. */
  readonly peakMb: number
  readonly isHealthAnswered: boolean
}

export interface ComplexityStage {
  readonly daemon: RunningDaemon
  attack(one: ComplexityCase, scale: number): Promise<Outcome>
  close(): Promise<void>
}

/** A daemon and a provider to aim at. */
export async function openComplexityStage(program?: string): Promise<ComplexityStage> {
  const provider = await startProvider()
  const daemon = await startTamis({
    ...(program === undefined ? {} : { program }),
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
    },
  })
  const { pid = 0 } = daemon.process
  return {
    daemon,
    async attack({ door, body }, scale) {
      const before = cpuMsOf(pid)
      const attacked = post(daemon.url + door, body(scale))
      const health = await fetch(`${daemon.url}/health`)
      const { status, text } = await attacked
      provider.seen.splice(0)
      return {
        status,
        text,
        cpuMs: cpuMsOf(pid) - before,
        peakMb: peakMbOf(pid),
        isHealthAnswered: health.ok,
      }
    },
    async close() {
      await daemon.stop()
      await provider.close()
    },
  }
}

async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

/** Where the system does not say, nothing is measured and nothing fails for it. */
function cpuMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function peakMbOf(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  return Number(readFileSync(file, 'utf8').match(/VmHWM:\s+(\d+)/)?.[1] ?? 0) / 1024
}
