import type { Embedder } from '../../../ports/embedder.ts'
import { type Lines, lineAt } from '../../text/lines.ts'
import { aboveUsual, modelBackground } from '../../text/model-background.ts'
import { termsOf } from '../../text/terms.ts'

/** Kinds of lines that are compared with a goal; further ones go by words alone. */
const mostKinds = { words: 2000, texts: 64 }
const longestLine = 240
/** Lines of a kind that comes more often are routine. */
const routine = { share: 0.02, least: 3 }
/** Below this nothing is near; from this share of the nearest on a line is as near. */
const leastLikeness = 0.08
const nearShare = 0.75

/**
 * How near each line is to the goal in meaning, 0 or up to 1 for the nearest: for texts that have
 * none of its words. Lines that differ in numbers and ids only are of one kind and read once.
 */
export async function nearInMeaning(
  embedder: Embedder,
  lines: Lines,
  goal: string,
  signal: AbortSignal,
): Promise<Float64Array | undefined> {
  const asked = termsOf(goal, { withoutStopWords: true }).join(' ')
  const { kinds, kindOf } = kindsIn(lines, mostKinds[embedder.reads])
  if (asked === '' || kinds.length === 0) return undefined
  const [vector] = await embedder.embed([asked], 'query', signal)
  const vectors = await embedder.embed(
    kinds.map(({ text }) => text),
    'passage',
    signal,
  )
  const usual = await modelBackground(embedder)
  const likeness = vectors.map((one) => aboveUsual(cosine(vector, one), usual))
  const most = Math.max(routine.least, lines.count * routine.share)
  const nearest = Math.max(...likeness.map((one, at) => ((kinds[at]?.count ?? 0) > most ? 0 : one)))
  if (nearest < leastLikeness) return undefined
  return Float64Array.from(kindOf, (kind) => {
    const isRoutine = (kinds[kind]?.count ?? 0) > most
    const near = (likeness[kind] ?? 0) / nearest
    return isRoutine || near < nearShare ? 0 : Math.min(1, near)
  })
}

interface Kind {
  readonly text: string
  count: number
}

function kindsIn(
  lines: Lines,
  most: number,
): { readonly kinds: readonly Kind[]; readonly kindOf: Int32Array } {
  const kinds: Kind[] = []
  const known = new Map<string, number>()
  const kindOf = new Int32Array(lines.count).fill(-1)
  for (let line = 0; line < lines.count; line++) {
    const text = lineAt(lines, line)
      .slice(0, longestLine)
      .replace(/\S*\d\S*/g, ' ')
      .trim()
    if (!/\p{L}{2}/u.test(text)) continue
    const at = known.get(text) ?? (kinds.length < most ? kinds.push({ text, count: 0 }) - 1 : -1)
    if (at < 0) continue
    known.set(text, at)
    kindOf[line] = at
    const kind = kinds[at]
    if (kind !== undefined) kind.count += 1
  }
  return { kinds, kindOf }
}

function cosine(first: Float32Array | undefined, second: Float32Array): number {
  let sum = 0
  for (let at = 0; at < second.length; at++) sum += (first?.[at] ?? 0) * (second[at] ?? 0)
  return sum
}
