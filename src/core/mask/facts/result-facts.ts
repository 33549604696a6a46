import type { Digest } from '../../../ports/digest.ts'
import { type ContentMemo, contentMemo } from '../../text/content-memo.ts'
import type { ResultEntry } from '../../wire/conversation.ts'
import { resultText } from '../entry/result-text.ts'
import type { MaskPolicy } from '../policy.ts'
import type { Masked } from '../window/mask.ts'
import { isPlaceholder } from '../window/placeholder.ts'
import { isError } from './is-error.ts'
import type { Observation } from './turns.ts'

/** What has to be read from a whole result, which costs as much as parsing it. */
export interface ResultFacts {
  isError(result: ResultEntry): boolean
  /** Whether it already stands for something that was masked. */
  isPlaceholder(result: ResultEntry): boolean
  /** The id that brings a result back. */
  idOfResult(result: ResultEntry): string
  idOf(original: string): string
  /** What a result is recorded under once it was sent: its call and its content. */
  keyOf(observation: Pick<Observation, 'call' | 'tool' | 'result'>): string
  /** What tells a call by its tool and arguments, whenever it is made. */
  callKey(observation: Pick<Observation, 'call' | 'tool' | 'result'>): string
  /** What `mask` made of this result before, under the same policy and the same name of the tool. */
  masked(result: ResultEntry, tool: string, policy: MaskPolicy, mask: () => Masked): Masked
}

/** What a result is kept as: its text, or the JSON of its parts. */
export function originalOf({ content }: ResultEntry): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

export function resultFacts(digest: Digest): ResultFacts {
  const idOf = (original: string): string => maskId(digest(original))
  return {
    isError,
    isPlaceholder: ({ content }) => typeof content === 'string' && isPlaceholder(content),
    idOf,
    idOfResult: (result) => idOf(originalOf(result)),
    keyOf: ({ call, tool, result }) =>
      digest(
        JSON.stringify([
          call.callId,
          tool,
          call.input ?? null,
          resultText(result) ?? originalOf(result),
        ]),
      ),
    callKey: ({ call, tool }) => digest(JSON.stringify([tool, call.input ?? null])),
    masked: (_, __, ___, mask) => mask(),
  }
}

interface Known {
  isPlaceholder?: boolean
  isError?: boolean
  id?: string
  key?: string
  callKey?: string
  masked?: { readonly tool: string; readonly policy: MaskPolicy; readonly value: Masked }
}

/** Facts of results by the call they answer, for as long as they are the same text. */
export type FactMemo = ContentMemo<Known>

export function factMemo(maxChars: number): FactMemo {
  return contentMemo(maxChars)
}

/** The same facts, remembered: a client resends its history with every request. Each call is for one request. */
export function rememberedFacts(digest: Digest): (memo: FactMemo) => ResultFacts {
  const plain = resultFacts(digest)
  // A text is compared with its older copy once, and not at all while its entry is the same object.
  const looked = new WeakMap<ResultEntry, Known>()
  return (memo) => {
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
      isPlaceholder(result) {
        const facts = known(result)
        facts.isPlaceholder ??= plain.isPlaceholder(result)
        return facts.isPlaceholder
      },
      idOfResult(result) {
        const facts = known(result)
        facts.id ??= plain.idOfResult(result)
        return facts.id
      },
      idOf: plain.idOf,
      keyOf(observation) {
        const facts = known(observation.result)
        facts.key ??= plain.keyOf(observation)
        return facts.key
      },
      callKey(observation) {
        const facts = known(observation.result)
        facts.callKey ??= plain.callKey(observation)
        return facts.callKey
      },
      masked(result, tool, policy, mask) {
        const facts = known(result)
        const before = facts.masked
        if (before?.tool === tool && before.policy === policy) return before.value
        const value = mask()
        facts.masked = { tool, policy, value }
        return value
      },
    }
  }
}

const halfDigits = 9
/** 48 bits: a whole number that is still exact. */
const halfHex = 12

/**
 * The id that brings a masked result back: 18 decimal digits (60 bits) of a hex digest. Every
 * placeholder is paid for again with each request, and tokenizers read digits three at a time but
 * random letters hardly two: this is a quarter cheaper than base32 of the same strength.
 */
export function maskId(hexDigest: string): string {
  return `msk_${digits(hexDigest.slice(0, halfHex))}${digits(hexDigest.slice(halfHex, 2 * halfHex))}`
}

function digits(hex: string): string {
  return String(Number.parseInt(hex, 16) % 10 ** halfDigits).padStart(halfDigits, '0')
}
