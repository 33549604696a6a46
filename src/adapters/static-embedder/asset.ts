/** A table file and what it must be. */
export interface StaticAsset {
  readonly model: string
  readonly dimensions: number
  readonly sha256: string
  readonly url: URL
}

/** The table in the package; written by `scripts/distill-embedder.ts`, which prints this digest. */
export const staticAsset: StaticAsset = {
  model: 'static-bge-256@1',
  dimensions: 256,
  sha256: 'a56ad7df81b1e0570372f06a2cafea6836ae06bb9f11e8c88b96b16e35b8db6b',
  url: new URL('../../../assets/static-embedder.bin', import.meta.url),
}
