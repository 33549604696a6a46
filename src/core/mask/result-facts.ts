import type { Digest } from '../../ports/digest.ts'
import { contentMemo } from '../text/content-memo.ts'
import type { ResultEntry } from './conversation.ts'
import { isError } from './is-error.ts'
import { maskId } from './mask-id.ts'

/** What has to be read from a whole result, which costs as much as parsing it. */
export interface ResultFacts {
  isError(result: ResultEntry): boolean
  /** The id that brings a result back. */
  idOfResult(result: ResultEntry): string
  idOf(original: string): string
}

/** What a result is kept as: its text, or the JSON of its parts. */
export function originalOf({ content }: ResultEntry): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

export function resultFacts(digest: Digest): ResultFacts {
  const idOf = (original: string): string => maskId(digest(original))
  return { isError, idOf, idOfResult: (result) => idOf(originalOf(result)) }
}

interface Known {
  isError?: boolean
  id?: string
}

/** The same facts, remembered: a client resends its history with every request. Each call is for one request. */
export function rememberedFacts(digest: Digest, maxChars: number): () => ResultFacts {
  const plain = resultFacts(digest)
  const memo = contentMemo<Known>(maxChars)
  return () => {
    // Within a request each text is compared with its older copy once.
    const looked = new Map<ResultEntry, Known>()
    const known = (result: ResultEntry): Known => {
      const before = looked.get(result)
      if (before) return before
      const key = result.isFlaggedError ? `${result.callId} flagged` : result.callId
      const found = memo.get(key, originalOf(result), () => ({}))
      looked.set(result, found)
      return found
    }
    return {
      isError(result) {
        const facts = known(result)
        facts.isError ??= plain.isError(result)
        return facts.isError
      },
      idOfResult(result) {
        const facts = known(result)
        facts.id ??= plain.idOfResult(result)
        return facts.id
      },
      idOf: plain.idOf,
    }
  }
}
