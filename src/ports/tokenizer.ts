/** Counts tokens. Linear on every input, and cached by content, so callers may ask again. */
export interface Tokenizer {
  /** The encoding, for instance `o200k_base`: an estimate for models whose tokenizer is not public. */
  readonly name: string
  /** One count per text, in order. */
  count(texts: readonly string[]): Promise<readonly number[]>
}
