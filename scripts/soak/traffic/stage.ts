import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { commands, homeWith } from '../../../test/e2e/gateway-stage.ts'
import { type Provider, startProvider } from '../../../test/e2e/proxy/provider.ts'
import { type RunningDaemon, startTamis } from '../../../test/e2e/tamis.ts'
import type { SoakOptions } from '../options.ts'

/** The daemon under watch, its provider and its upstream tools. */
export interface TrafficStage {
  readonly daemon: RunningDaemon
  readonly provider: Provider
  readonly probeFile: string
  close(): Promise<void>
}

/** Caps small enough to be reached in minutes: a soak that never sweeps proves nothing. */
const caps = `[store]
max_bytes = 24000000
ledger_ttl_s = 240
[mask]
omission_files_max_bytes = 1000000
[proxy]
memory_bytes = 16000000
`

export async function openStage({ out, program }: SoakOptions): Promise<TrafficStage> {
  mkdirSync(out, { recursive: true })
  const provider = await startProvider()
  const probeFile = join(out, 'probe.jsonl')
  const home = homeWith(
    {
      well: { args: commands.misbehaving('well') },
      large: { args: commands.misbehaving('large') },
    },
    caps,
  )
  const daemon = await startTamis({
    home,
    ...(program === undefined ? {} : { program }),
    nodeArgs: [
      '--expose-gc',
      // `kill -USR2` writes a picture of the heap beside the report.
      '--heapsnapshot-signal=SIGUSR2',
      `--diagnostic-dir=${out}`,
      '--import',
      join(import.meta.dirname, '../probe.mjs'),
    ],
    env: {
      SOAK_PROBE_FILE: probeFile,
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
    },
  })
  return {
    daemon,
    provider,
    probeFile,
    async close() {
      await daemon.stop()
      await provider.close()
    },
  }
}
