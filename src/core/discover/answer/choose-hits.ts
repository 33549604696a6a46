import type { Ranked } from '../rank/rank.ts'
import type { View } from './view.ts'

/** Of so many results one may be a learned capability. */
const learnedShare = 5

/** One hit per entry, and one step per capability: the best of each. */
export function withoutTwins(view: View, hits: readonly Ranked[]): readonly Ranked[] {
  const seen = new Set<string>()
  return hits.filter(({ entry }) => {
    const found = view.index.entries[entry]
    const key = found?.step ? `step of ${found.step.capability}` : (found?.id ?? '')
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/** What was learned stands among tools, one in five, and is shown beyond that only where room is left. */
export function mixed(view: View, hits: readonly Ranked[], limit: number): readonly Ranked[] {
  const chosen = new Set<Ranked>()
  let learned = 0
  for (const hit of hits) {
    const isOne = isLearned(view, hit)
    if (chosen.size === limit || (isOne && learned * learnedShare > chosen.size)) continue
    learned += Number(isOne)
    chosen.add(hit)
  }
  for (const hit of hits) if (chosen.size < limit) chosen.add(hit)
  return hits.filter((hit) => chosen.has(hit))
}

function isLearned({ index, capabilities }: View, { entry }: Ranked): boolean {
  const found = index.entries[entry]
  const id = found?.step?.capability ?? found?.id ?? ''
  return capabilities.get(id)?.isLearned ?? false
}
