/** How to reach Ollama; it has no keys. */
export interface OllamaOptions {
  readonly baseUrl: string
  readonly model: string
  readonly timeoutMs: number
}

/** What a fresh Ollama answers to. */
export const ollamaDefaults = {
  baseUrl: 'http://127.0.0.1:11434',
  embeddingModel: 'nomic-embed-text',
} as const

/** Ollama answers 404 for a model it has not downloaded. */
export function pullHint(model: string): string {
  return `Run \`ollama pull ${model}\`.`
}
