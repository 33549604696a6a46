import type { Embedder } from '../../../ports/embedder.ts'

/** A slice takes the local table a few milliseconds; a served model gets one request for it. */
const sliceChars = 20_000

/** One vector a text; those in `known` are not embedded again, the others join it. */
export async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  role: 'query' | 'passage',
  known: Map<string, Float32Array>,
  rest: () => Promise<void> = async () => undefined,
): Promise<readonly Float32Array[]> {
  const nothing = new Float32Array(embedder.dimensions)
  for (const slice of slices([...new Set(texts.filter((text) => !known.has(text)))])) {
    const vectors = await embedder.embed(slice, role)
    slice.forEach((text, at) => {
      known.set(text, vectors[at] ?? nothing)
    })
    await rest()
  }
  return texts.map((text) => known.get(text) ?? nothing)
}

/** Forgets the vectors of all other texts: those of tools and intents that are gone. */
export function keepOnly(known: Map<string, Float32Array>, texts: readonly string[]): void {
  const wanted = new Set(texts)
  for (const text of known.keys()) if (!wanted.has(text)) known.delete(text)
}

function* slices(texts: readonly string[]): Generator<readonly string[]> {
  let [slice, chars]: [string[], number] = [[], 0]
  for (const text of texts) {
    slice.push(text)
    chars += text.length
    if (chars < sliceChars) continue
    yield slice
    slice = []
    chars = 0
  }
  if (slice.length > 0) yield slice
}
