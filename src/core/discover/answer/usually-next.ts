import type { Trace } from '../../../ports/store/catalog.ts'
import type { View } from './view.ts'

const leastRuns = 3
const leastStrength = 0.3

/** Tools that followed these in many earlier runs, those first that like intents used. */
export function usuallyNext(
  { graph, tools, evidence, positions }: View,
  { tools: ran, intent }: Trace,
): readonly string[] {
  if (ran.length === 0) return []
  const { near } = evidence.of(intent)
  return graph
    .next(ran, 2, (tool) => near[positions.get(tool) ?? -1] ?? 0)
    .filter(
      ({ tool, strength, support }) =>
        support >= leastRuns && strength >= leastStrength && tools.has(tool),
    )
    .map(({ tool }) => tool)
}
