import { bareName } from '../catalog/pipeline.ts'
import type { Ranked } from '../rank/rank.ts'
import { findAlternatives } from './find-alternatives.ts'
import type { DiscoverResult } from './results.ts'
import type { View } from './view.ts'

const lookedAt = 3
const suggestedEach = 2

interface SuggestOptions {
  readonly includeAlternatives?: boolean | undefined
  readonly includeCoOccurrences?: boolean | undefined
}

/** Tools used together with the best results, and others that would do instead; none is shown twice. */
export function suggestions(
  view: View,
  chosen: readonly Ranked[],
  { includeAlternatives, includeCoOccurrences }: SuggestOptions,
): readonly DiscoverResult[] {
  const best = chosen.filter(({ entry }) => view.index.entries[entry]?.type === 'tool')
  const looked = best.slice(0, lookedAt)
  const found = [
    ...(includeCoOccurrences ? looked.flatMap((hit) => coOccurring(view, hit)) : []),
    ...(includeAlternatives ? looked.flatMap((hit) => alternative(view, hit)) : []),
  ]
  const shown = new Set(chosen.map(({ entry }) => view.index.entries[entry]?.id))
  return found
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .filter(({ id }) => !shown.has(id) && shown.add(id))
}

function coOccurring(view: View, { entry, score }: Ranked): readonly DiscoverResult[] {
  const id = view.index.entries[entry]?.id ?? ''
  return view.graph.coOccurrences(id, suggestedEach).flatMap(({ tool, strength, support }) => {
    const other = view.index.entries[view.positions.get(tool) ?? -1]
    if (!other) return []
    return [
      {
        id: other.id,
        type: other.type,
        intent: other.intent,
        score: rounded(score * strength),
        because: `because ${support} runs used both`,
        suggestionReason: 'co-occurrence' as const,
        coOccurrenceWith: bareName(id),
        coOccurrenceStrength: rounded(strength),
      },
    ]
  })
}

function alternative(view: View, { entry, score }: Ranked): readonly DiscoverResult[] {
  const id = view.index.entries[entry]?.id ?? ''
  return findAlternatives(view.index, entry, suggestedEach, view.graph).flatMap((found) => {
    const other = view.index.entries[found.entry]
    if (!other) return []
    return [
      {
        id: other.id,
        type: other.type,
        intent: other.intent,
        score: rounded(score * found.similarity),
        because: `${found.reason} (${found.provenance.join(', ')})`,
        suggestionReason: 'alternative' as const,
        alternativeTo: bareName(id),
      },
    ]
  })
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
