/** The encoders kept in the data folder. */
export interface ModelShelf {
  /** Names that `pull` knows, with the digests of their files. */
  readonly known: readonly string[]
  list(): Promise<readonly ShelvedModel[]>
  /** Copies an encoder from a folder (`model.onnx`, `tokenizer.json`) to the shelf. */
  add(folder: string, facts: ModelFacts): Promise<ShelvedModel>
  /** Fetches an encoder from the hub the configuration names; keeps nothing whose digest is wrong. */
  pull(
    wanted: PullRequest,
    onProgress: (progress: PullProgress) => void,
    signal?: AbortSignal,
  ): Promise<ShelvedModel>
}

export interface ShelvedModel {
  readonly name: string
  readonly dimensions: number
  /** Longer texts are cut. */
  readonly maxTokens: number
  readonly pooling: Pooling
  /** Of the weights. */
  readonly sha256: string
  readonly bytes: number
}

/** How the vectors of a text's tokens become one: their mean, or the first. */
export type Pooling = 'mean' | 'cls'

/** What the caller knows of an encoder; what is absent is read from the files beside it. */
export interface ModelFacts {
  readonly name?: string
  readonly dimensions?: number
  readonly maxTokens?: number
  readonly pooling?: Pooling
}

export interface PullRequest extends ModelFacts {
  /** A name this version knows, or `owner/repository` on the hub. */
  readonly model: string
  /** The weights inside the repository. */
  readonly file?: string
  /** Digest the weights must have; required for a model this version does not know. */
  readonly sha256?: string
}

export interface PullProgress {
  readonly file: string
  readonly bytes: number
  readonly totalBytes?: number
}
