import type { Bm25Hit } from '../../text/bm25.ts'
import type { Question } from './question.ts'

/** How much of its sum an entry loses when others have said all it says of the intent. */
const lost = 0.2
/** Only the first places are contested. */
const contested = 20

/**
 * An intent that asks for several things needs several tools, and ten of one kind would stand before
 * the first of another: so what an entry says of the intent counts less, the more those before it
 * said the same. Best first again; an intent of one part stays as it is.
 */
export function takeTurns(hits: readonly Bm25Hit[], question: Question): readonly Bm25Hit[] {
  const { index, intent } = question
  if (intent.parts.length < 2 || hits.length < 2) return hits
  const terms = intent.terms.map(([term, weight]) => ({
    weight: weight * index.all.rarity(term),
    holders: new Set(index.holders.get(term)),
    taken: 0,
  }))
  const rest = hits.slice(0, contested * 2)
  const chosen: Bm25Hit[] = []
  const worth = ({ document, score }: Bm25Hit): number => {
    let [said, again] = [0, 0]
    for (const { weight, holders, taken } of terms)
      if (holders.has(document)) {
        said += weight
        again += weight * (1 - 0.5 ** taken)
      }
    return score * (1 - (said === 0 ? 0 : (lost * again) / said))
  }
  while (chosen.length < contested && rest.length > 0) {
    const worths = rest.map(worth)
    const at = worths.indexOf(Math.max(...worths))
    const [hit] = rest.splice(at, 1)
    if (!hit) break
    chosen.push({ document: hit.document, score: worths[at] ?? 0 })
    for (const term of terms) if (term.holders.has(hit.document)) term.taken += 1
  }
  return [...chosen, ...below(chosen, [...rest, ...hits.slice(contested * 2)])]
}

/** What was not contested keeps its order, and stays below what was. */
function below(chosen: readonly Bm25Hit[], rest: readonly Bm25Hit[]): readonly Bm25Hit[] {
  const least = chosen.at(-1)?.score ?? Number.POSITIVE_INFINITY
  return rest.map(({ document, score }) => ({ document, score: Math.min(score, least) }))
}
