import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { approximateTokens } from '../../text/approximate-tokens.ts'

/** Texts up to this length are counted whole. */
const exactChars = 24_000
const sampleChars = 1500
const samples = 16

/** Tokens of the text: exact while short, extrapolated from evenly spread samples when long. */
export async function estimateTokens(tokenizer: Tokenizer, text: string): Promise<number> {
  if (text.length <= exactChars) return (await tokenizer.count([text]))[0] ?? 0
  const step = (text.length - sampleChars) / (samples - 1)
  const pieces = Array.from({ length: samples }, (_, index) => {
    const start = Math.round(index * step)
    return text.slice(start, start + sampleChars)
  })
  const counts = await tokenizer.count(pieces)
  const sampled = counts.reduce((sum, count) => sum + count, 0)
  return Math.round((sampled * text.length) / (samples * sampleChars))
}

/** Counts by rule of thumb, with nothing to load. */
export const roughTokenizer: Tokenizer = {
  name: 'approximate',
  count: async (texts) => texts.map(approximateTokens),
}
