import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { SourceType } from '../../src/core/prune/types.ts'

/**
 * One text of a labelled set: `relevant` are 1-based inclusive line ranges, `groups` lists of lines
 * any one of which tells what the group stands for.
 */
export interface Sample {
  readonly id: string
  readonly source_type: SourceType
  readonly goal: string
  readonly path?: string
  readonly text: string
  readonly relevant?: readonly (readonly [number, number])[]
  readonly groups?: readonly (readonly number[])[]
}

/** The sets and what we want of them: recall at 45 %, 20 %, 10 % and, where set, 3 % of the characters. */
export const sets = [
  { name: 'logs-logchunks', goals: [0.98, 0.94, 0.85] },
  { name: 'logs-cidiff', goals: [0.97, 0.92, 0.8] },
  { name: 'code-sweqa', goals: [0.84, 0.68, 0.45] },
  { name: 'code-commits', goals: [0.88, 0.72, 0.52] },
  { name: 'docs-hotpot', goals: [0.9, 0.7, 0.45] },
  { name: 'docs-squad', goals: [0.99, 0.98, 0.96] },
  { name: 'logs-bump', goals: [1, 1, 0.995, 0.96] },
  { name: 'logs-swebench', goals: [1, 0.95, 0.88, 0.7] },
] as const

/** Where the benchmark data lives: never in the repository. */
export function dataFolder(): string | undefined {
  const folder = process.env.TAMIS_BENCH_DATA ?? join(import.meta.dirname, '../../../shared/data')
  return existsSync(folder) ? folder : undefined
}

export function readSamples(folder: string, name: string): readonly Sample[] {
  const packed = readFileSync(join(folder, 'prune', `${name}.jsonl.gz`))
  const lines = gunzipSync(packed).toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Sample)
}
