import { setImmediate } from 'node:timers/promises'
import type { Digest } from '../../ports/digest.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import { cutRuns } from './cut-runs.ts'

/** Texts shorter than this are counted faster than they are digested. */
const cachedFromChars = 512
const cachedTexts = 8192
/** Other requests get their turn after this much counting, about 10 ms. */
const charsPerTurn = 64 * 1024

/** What counts, once its table is loaded. */
interface Encoding {
  readonly countTokens: (text: string) => number
  /** Lets go of the words it has merged: each may be a slice, which holds the whole text it was cut from. */
  readonly forgetWords: () => void
}

/** The `o200k_base` encoding, loaded when first asked, counts remembered by content. */
export function o200kTokenizer(digest: Digest, load = loadEncoding): Tokenizer {
  const counts = new Map<string, number>()
  let loading: Promise<Encoding> | undefined

  async function countOne({ countTokens }: Encoding, text: string): Promise<number> {
    if (text.length < cachedFromChars) return countTokens(text)
    const key = digest(text)
    const known = counts.get(key)
    if (known !== undefined) return known
    const count = await countLong(countTokens, text)
    counts.set(key, count)
    if (counts.size > cachedTexts) counts.delete(counts.keys().next().value ?? key)
    return count
  }

  return {
    name: 'o200k_base',
    async count(texts) {
      // What failed is tried again: a machine is out of handles for a moment only.
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const encoding = await loading
      const result: number[] = []
      for (const text of texts) result.push(await countOne(encoding, text))
      encoding.forgetWords()
      return result
    },
  }
}

async function countLong(countTokens: Encoding['countTokens'], text: string): Promise<number> {
  let total = 0
  let charsThisTurn = 0
  for (const piece of cutRuns(text)) {
    total += countTokens(piece)
    charsThisTurn += piece.length
    if (charsThisTurn < charsPerTurn) continue
    charsThisTurn = 0
    await setImmediate()
  }
  return total
}

async function loadEncoding(): Promise<Encoding> {
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  // With no special token disallowed, text such as `<|endoftext|>` counts as the plain text it is.
  const asPlainText = { disallowedSpecial: new Set<string>() }
  return {
    countTokens: (text) => countTokens(text, asPlainText),
    forgetWords: clearMergeCache,
  }
}
