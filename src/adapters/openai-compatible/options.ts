/** Where a model is served, and how long it may take. */
export interface ModelServerOptions {
  readonly baseUrl: string
  /** Sent as a bearer token, and blotted out of everything the server says back. */
  readonly apiKey?: string | undefined
  /** Longest silence; a call that does not stream must be over by then. */
  readonly timeoutMs: number
  /** What to do when the server lacks this model. */
  readonly missingModelHint: (model: string) => string
}

export interface OpenAiCompatibleOptions extends Omit<ModelServerOptions, 'missingModelHint'> {
  readonly model: string
}

/** A 404 of this wire means an unknown model or an address that is not the API's. */
export function missingModelHint(model: string): string {
  return `Check that the server offers ${model}, and that the base URL ends where the API begins, often at /v1.`
}
