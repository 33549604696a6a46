import type { Embedder } from '../../../src/ports/embedder.ts'

/** Texts are alike as far as they have the same letters. */
export const letterEmbedder: Embedder = {
  model: 'letters',
  dimensions: 26,
  reads: 'words',
  embed: async (texts) =>
    texts.map((text) => {
      const counts = Array.from(
        { length: 26 },
        (_, at) => text.toLowerCase().split(String.fromCharCode(97 + at)).length - 1,
      )
      const length = Math.hypot(...counts) || 1
      return Float32Array.from(counts, (count) => count / length)
    }),
}
