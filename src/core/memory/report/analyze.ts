import type { MemoryDeps, Spoken } from '../deps.ts'
import { load } from '../records/load.ts'
import { injection, learning, outcome } from '../records/records.ts'
import type { Library } from '../search/library.ts'
import { type CompoundingMetrics, measureCompounding } from './metrics.ts'

/** How far knowledge compounds, by all that the files say. */
export async function analyze(
  { files, now }: MemoryDeps,
  library: Library,
): Promise<Spoken & { readonly metrics: CompoundingMetrics }> {
  const { items, messages } = await library.learnings()
  const [archived, injections, outcomes] = await Promise.all([
    load(files, 'learnings-archive.jsonl', learning, 'analyze'),
    load(files, 'learnings-injections.jsonl', injection, 'analyze'),
    load(files, 'learnings-outcomes.jsonl', outcome, 'analyze'),
  ])
  return {
    metrics: measureCompounding(
      items,
      archived.records,
      injections.records,
      outcomes.records,
      now(),
    ),
    messages: [...messages, ...archived.messages, ...injections.messages, ...outcomes.messages],
  }
}
