/** A table file and what it must be. */
export interface StaticAsset {
  readonly model: string
  readonly dimensions: number
  readonly sha256: string
  readonly url: URL
}

/** The table in the package; written by `scripts/distill-embedder.ts`, which prints this digest. */
export const staticAsset: StaticAsset = {
  model: 'static-minilm-256@1',
  dimensions: 256,
  sha256: 'bee1a00d4276caca1909d20a5948e0c24e093059822c919058cf74c1690c3a68',
  url: new URL('../../../assets/static-embedder.bin', import.meta.url),
}
