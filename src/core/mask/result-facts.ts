import type { Digest } from '../../ports/digest.ts'
import { contentMemo } from '../text/content-memo.ts'
import { shortId } from '../text/short-id.ts'
import type { ResultEntry } from './conversation.ts'
import { isError } from './is-error.ts'

/** What has to be read from a whole result, which costs as much as parsing it. */
export interface ResultFacts {
  isError(result: ResultEntry): boolean
  /** The id that brings `original` back. */
  idOf(callId: string, original: string): string
}

export function resultFacts(digest: Digest): ResultFacts {
  return { isError, idOf: (_, original) => shortId('msk_', digest(original)) }
}

/** The same facts, remembered: a client resends its history with every request. */
export function rememberedFacts(digest: Digest, maxChars: number): ResultFacts {
  const plain = resultFacts(digest)
  const errors = contentMemo<boolean>(maxChars)
  const ids = contentMemo<string>(maxChars)
  return {
    isError(result) {
      if (typeof result.content !== 'string' || result.isFlaggedError) return plain.isError(result)
      return errors.get(result.callId, result.content, () => plain.isError(result))
    },
    idOf: (callId, original) => ids.get(callId, original, () => plain.idOf(callId, original)),
  }
}
