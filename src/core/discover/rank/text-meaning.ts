import { aboveUsual } from '../../text/model-background.ts'
import { embedAll, keepOnly } from './embed-all.ts'
import type { BuildMeaning } from './meaning.ts'
import { entryText } from './search-index.ts'
import { between, likenessOf, likest, packed } from './vector-table.ts'

/** An encoder takes milliseconds a text. */
const mostParts = 12

/** With more of them, what lies between the parts says as much as the whole, and is there already. */
const fewParts = 2

/**
 * Meaning by an encoder. An intent that asks for several things is like none of the tools it needs:
 * with each part it has, the whole says less and the part that an entry is likest to says more.
 */
export const buildTextMeaning: BuildMeaning = async (embedder, index, known, rest) => {
  const texts = index.entries.map(entryText)
  const table = packed(await embedAll(embedder, texts, 'passage', known, rest), embedder.dimensions)
  keepOnly(known, texts)
  return {
    index,
    async of({ text, partTexts }, { hasPast = false, signal } = {}) {
      const said = partTexts.slice(0, mostParts)
      const isRead = hasPast || said.length <= fewParts
      const asked = [...(isRead ? [text] : []), ...said]
      const vectors = await embedder.embed(asked, 'query', signal)
      const parts = vectors.slice(asked.length - said.length)
      const whole = isRead ? vectors[0] : undefined
      const likeness = likenessOf(whole ?? between(parts, lengthsOf(said)), table)
      // Encoders find all texts alike, each in its own measure: what counts is how much more an entry is.
      const usual = meanOf(likeness)
      const ofWhole = 1 / Math.max(1, parts.length)
      return {
        vector: whole,
        whole: likeness.map((one) => ofWhole * aboveUsual(one, usual)),
        part: (entry) => (1 - ofWhole) * aboveUsual(likest(parts, table, entry), usual),
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
