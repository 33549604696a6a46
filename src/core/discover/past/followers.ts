import type { Capability, Trace } from '../../../ports/store/catalog.ts'
import { signatureOf, signatureOfCapability } from './mine-capabilities.ts'

/** Runs by what they followed: a line of tools, or a capability. */
interface Followers {
  add(trace: Trace): void
  /** Every run with the same line of tools. */
  like(trace: Trace): readonly Trace[]
  /** The runs that a capability was learned from and its own, failed ones too; oldest first. */
  of(capability: Capability): readonly Trace[]
}

export function createFollowers(): Followers {
  const lists = new Map<string, Trace[]>()
  const listOf = (followed: string | undefined): readonly Trace[] => lists.get(followed ?? '') ?? []
  return {
    add(trace) {
      for (const followed of [signatureOf(trace), trace.capability]) {
        if (followed === undefined) continue
        const list = lists.get(followed)
        if (list) list.push(trace)
        else lists.set(followed, [trace])
      }
    },
    like: (trace) => listOf(signatureOf(trace)),
    of(capability) {
      const learned = capability.isLearned ? listOf(signatureOfCapability(capability)) : []
      const all = new Set([...learned, ...listOf(capability.id)])
      return [...all].sort((one, other) => one.at - other.at)
    },
  }
}
