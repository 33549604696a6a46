import { splitLines } from '../../src/core/text/lines.ts'
import { postJson, startTamis } from '../../test/e2e/tamis.ts'
import type { Method } from './recall.ts'
import type { Sample } from './sets.ts'

/** The real daemon, asked for `prune_text` at `POST /rpc` with only the contract's two constraints. */
export interface RpcDoor {
  readonly prune: Method
  close(): Promise<void>
}

export async function openRpcDoor(): Promise<RpcDoor> {
  const daemon = await startTamis()
  return {
    prune: async (sample, { share }) =>
      keptLines(sample, await callPruneText(daemon.url, sample, share)),
    close: async () => {
      await daemon.stop()
    },
  }
}

interface PruneTextAnswer {
  readonly annotations: readonly {
    readonly original_start_line: number
    readonly original_end_line: number
  }[]
  readonly stats: { readonly pruned_ratio: number; readonly used_fallback: boolean }
}

async function callPruneText(url: string, sample: Sample, share: number): Promise<PruneTextAnswer> {
  const maxPruneRatio = Number((1 - share).toFixed(2))
  const { text } = await postJson(`${url}/rpc`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'prune_text',
      arguments: {
        text: sample.text,
        goal_hint: sample.goal,
        source_type: sample.source_type,
        options: {
          max_prune_ratio: maxPruneRatio,
          min_keep_lines: 1,
          timeout_ms: 60_000,
          annotate_lines: false,
          include_markers: true,
        },
      },
    },
  })
  const answer: PruneTextAnswer = JSON.parse(JSON.parse(text).result.content[0].text)
  if (answer.stats.used_fallback || answer.stats.pruned_ratio > maxPruneRatio)
    throw new Error(
      `prune_text broke its contract on ${sample.id}: ${JSON.stringify(answer.stats)}`,
    )
  return answer
}

/** All lines that no annotation hides. */
function keptLines(sample: Sample, { annotations }: PruneTextAnswer): Uint8Array {
  const flags = new Uint8Array(splitLines(sample.text).count).fill(1)
  for (const { original_start_line, original_end_line } of annotations)
    flags.fill(0, original_start_line - 1, original_end_line)
  return flags
}
