import { Tokenizer } from '@huggingface/tokenizers'
import { EngineError } from '../../errors.ts'

/** A text to token ids with the model's own marks at both ends, never more than `maxTokens`. */
export type EncodeText = (text: string) => readonly number[]

/** No vocabulary has tokens much longer; what lies beyond cannot reach the window. */
const longestToken = 16

/** Reads the `tokenizer.json` that comes with an encoder. */
export function textEncoder(tokenizerJson: string, maxTokens: number): EncodeText {
  const tokenizer = open(tokenizerJson)
  return (text) => {
    const within = text.slice(0, maxTokens * longestToken)
    // The package's types do not resolve under this module mode; its encoding carries token ids.
    const ids: readonly number[] = tokenizer.encode(within).ids
    const last = ids.at(-1)
    if (ids.length <= maxTokens || last === undefined) return ids
    return [...ids.slice(0, maxTokens - 1), last]
  }
}

/** Refuses a file that is no tokenizer; the ones of the hub may ask for padding, which is not wanted. */
function open(tokenizerJson: string): Tokenizer {
  try {
    const settings = JSON.parse(tokenizerJson)
    return new Tokenizer({ ...settings, truncation: null, padding: null }, {})
  } catch (cause) {
    throw new EngineError('model_runtime_missing', 'tokenizer.json cannot be read.', {
      hint: 'It must be the one that belongs to model.onnx.',
      cause,
    })
  }
}
