import { ruleFinder } from '../../src/core/traffic/provider-rules.ts'
import type { LoopRequest } from './loop-model.ts'

/** What requests cost at the prices of the model that each of them names. */
export interface LoopBill {
  readonly requests: number
  /** Of the bodies, decoded. */
  readonly bytes: number
  readonly encodings: readonly string[]
  readonly inputUsd: number
  readonly totalUsd: number
}

const ruleOf = ruleFinder()

export function loopBill(requests: readonly LoopRequest[]): LoopBill {
  const asked = requests.filter(isAsked)
  const bills = asked.map(billOf)
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
  return {
    requests: asked.length,
    bytes: sum(asked.map(({ bytes }) => bytes)),
    encodings: [...new Set(asked.flatMap(({ encoding }) => encoding ?? []))],
    inputUsd: sum(bills.map(({ input }) => input)),
    totalUsd: sum(bills.map(({ input, output }) => input + output)),
  }
}

/** Requests for a reply; clients knock at other doors too. */
export function isAsked({ bytes, path }: LoopRequest): boolean {
  return (
    bytes > 0 && /\/(?:responses|messages|chat\/completions)(?:\?|$)|generateContent/i.test(path)
  )
}

/** By the table's numbers alone, so that it stands beside the ledger's own reckoning. */
function billOf({ path, body, counts }: LoopRequest): { input: number; output: number } {
  const model = /models\/([^:/]+)/.exec(path)?.[1] ?? body.model ?? ''
  const { input, output, cacheRead, cacheWrite, steps } = ruleOf(model)
  const step = steps.findLast(({ aboveTokens }) => counts.input > aboveTokens)
  const isPaidForWriting = cacheWrite > input
  const written = isPaidForWriting ? counts.written : 0
  const fresh = counts.input - counts.cached - written
  const prompt = fresh * input + counts.cached * cacheRead + written * cacheWrite
  return {
    input: (prompt * (step?.input ?? 1)) / 1_000_000,
    output: (counts.output * output * (step?.output ?? 1)) / 1_000_000,
  }
}
