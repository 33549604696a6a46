import { aboveUsual } from '../text/above-usual.ts'
import { embedAll, keepOnly } from './embed-all.ts'
import type { BuildMeaning } from './meaning.ts'
import { entryText } from './search-index.ts'
import { between, likenessOf, likest, packed } from './vector-table.ts'

/** Found once on public sets and flat from 3 to 6; all matches of words together give seldom more. */
const weight = 5

/** An encoder takes milliseconds a text. */
const mostParts = 12

/**
 * Meaning by an encoder. An intent that asks for several things is like none of the tools it needs,
 * so its parts are read instead of it: the more there are, the less what lies between them says, and
 * the more the part that an entry is likest to.
 */
export const buildTextMeaning: BuildMeaning = async (embedder, index, known, rest) => {
  const texts = index.entries.map(entryText)
  const table = packed(await embedAll(embedder, texts, 'passage', known, rest), embedder.dimensions)
  keepOnly(known, texts)
  return {
    index,
    async of({ text, partTexts }, { hasPast = false, signal } = {}) {
      const said = partTexts.slice(0, mostParts)
      const isRead = hasPast || said.length === 0
      const asked = [...(isRead ? [text] : []), ...said]
      const vectors = await embedder.embed(asked, 'query', signal)
      const parts = vectors.slice(asked.length - said.length)
      const meant = said.length > 0 ? between(parts, lengthsOf(said)) : vectors[0]
      const likeness = likenessOf(meant ?? new Float32Array(embedder.dimensions), table)
      // Encoders find all texts alike, each in its own measure: what counts is how much more an entry is.
      const usual = meanOf(likeness)
      const ofAll = weight / Math.max(1, parts.length)
      return {
        vector: isRead ? vectors[0] : undefined,
        added: likeness.map((one) => ofAll * aboveUsual(one, usual)),
        closely: (entry) => (weight - ofAll) * aboveUsual(likest(parts, table, entry), usual),
        reads: 'texts',
      }
    },
  }
}

/** A longer part says more. */
function lengthsOf(texts: readonly string[]): readonly number[] {
  return texts.map(({ length }) => length)
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, one) => sum + one, 0) / (values.length || 1)
}
