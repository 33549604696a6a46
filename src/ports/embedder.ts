/** Texts to unit vectors. Vectors of different `model`s are never compared. */
export interface Embedder {
  /** Names the build, for instance `static-bge-256@1`; stored beside every vector. */
  readonly model: string
  readonly dimensions: number
  /** A table adds up single words; an encoder reads a text as a whole, and is believed more. */
  readonly reads: 'words' | 'texts'
  /**
   * One vector of length 1 per text, in order; all zeros for a text in which the model sees nothing,
   * so that it resembles no other. Some models treat questions and passages differently. Throws the
   * signal's reason when the caller aborts.
   */
  embed(
    texts: readonly string[],
    role: 'query' | 'passage',
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>
}
