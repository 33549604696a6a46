/** Texts to unit vectors. Vectors of different `model`s are never compared. */
export interface Embedder {
  /** Names the build, for instance `static-minilm-256@1`; stored beside every vector. */
  readonly model: string
  readonly dimensions: number
  /** One vector of length 1 per text, in order. Some models treat questions and passages differently. */
  embed(
    texts: readonly string[],
    role: 'query' | 'passage',
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>
}
