import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Trace } from '../../../ports/store/catalog.ts'
import { type SingleCall, sequenceOf } from './flows.ts'

/** Who is behind a call: what one was shown teaches nothing about what another does. */
export interface Visitor {
  readonly source: string
  readonly caller?: Caller | undefined
  /** The connection it came over, where there is one. */
  readonly session?: string | undefined
}

/** What each visitor was shown and did lately. */
interface Visitors {
  /** A new search: what was done since the last one is a sequence, if values flowed in it. */
  noteShown(visitor: Visitor, intent: string, shown: readonly Shown[]): Trace | undefined
  /** The intent that led this visitor to run this; none where two could have. */
  intentFor(visitor: Visitor, id: string | undefined): string
  /** One tool ran by itself and went well. Where it begins anew, what was done before is a sequence. */
  noteCall(visitor: Visitor, call: SingleCall): Trace | undefined
  /** What was done so far is a sequence, unless this was not the last call. */
  endAfter(visitor: Visitor, call: SingleCall): Trace | undefined
}

/** A result, and how likely it was said to be what is needed. */
export interface Shown {
  readonly id: string
  readonly score: number
}

interface Search {
  readonly at: number
  readonly scores: ReadonlyMap<string, number>
  /** What was run because of it. */
  readonly used: Set<string>
}

interface Memory {
  readonly searches: Map<string, Search>
  calls: SingleCall[]
}

const rememberedMs = 10 * 60_000
const mostVisitors = 500
const mostIntents = 20
const mostCalls = 20

export function createVisitors(now: Clock): Visitors {
  const memories = new Map<string, Memory>()
  const isRecent = ({ at }: { readonly at: number }): boolean => now() - at <= rememberedMs

  function memoryOf(visitor: Visitor): Memory {
    const { caller, source, session } = visitor
    // A token that is made anew under the same name is another's.
    const key = JSON.stringify([caller?.name, caller?.tokenId, source, session])
    const memory = memories.get(key) ?? { searches: new Map(), calls: [] }
    memories.delete(key)
    memories.set(key, memory)
    dropOldest(memories, mostVisitors)
    return memory
  }

  function endSequence(visitor: Visitor, memory: Memory): Trace | undefined {
    const calls = memory.calls.filter(isRecent)
    memory.calls = []
    // Without a session the calls may be of two agents: then one intent must stand behind all.
    if (visitor.session === undefined && !haveOneIntent(calls)) return undefined
    const sequence = sequenceOf(calls)
    if (!sequence) return undefined
    return { at: now(), ...sequence, ...(visitor.caller ? { by: visitor.caller.name } : {}) }
  }

  return {
    noteShown(visitor, intent, shown) {
      const memory = memoryOf(visitor)
      memory.searches.delete(intent)
      const scores = new Map(shown.map(({ id, score }) => [id, score]))
      memory.searches.set(intent, { at: now(), scores, used: new Set() })
      dropOldest(memory.searches, mostIntents)
      return endSequence(visitor, memory)
    },
    intentFor(visitor, id) {
      if (id === undefined) return ''
      const { searches } = memoryOf(visitor)
      const meant = [...searches].filter(([, search]) => search.scores.has(id) && isRecent(search))
      // Over one session the likeliest search led here; without one, it may have been another's.
      if (meant.length > 1 && visitor.session === undefined) return ''
      const [intent, search] = likeliest(meant, id) ?? ['', undefined]
      search?.used.add(id)
      return intent
    },
    noteCall(visitor, call) {
      const memory = memoryOf(visitor)
      const beginsAnew = memory.calls.length > 1 && memory.calls[0]?.tool === call.tool
      const ended = beginsAnew ? endSequence(visitor, memory) : undefined
      memory.calls = [...memory.calls, call].slice(-mostCalls)
      return ended
    },
    endAfter(visitor, call) {
      const memory = memoryOf(visitor)
      return memory.calls.at(-1) === call ? endSequence(visitor, memory) : undefined
    },
  }
}

/** With each later search, and once it led to the tool, a search is less likely to have led there. */
const fading = 0.5

/** The search that most likely led to a tool: by the score it was shown with, the later the more. */
function likeliest(
  meant: readonly (readonly [string, Search])[],
  id: string,
): readonly [string, Search] | undefined {
  const claim = ([, { scores, used }]: readonly [string, Search], at: number): number =>
    (scores.get(id) ?? 0) * fading ** (meant.length - 1 - at + Number(used.has(id)))
  return meant
    .map((one, at) => ({ one, claim: claim(one, at), at }))
    .sort((a, b) => b.claim - a.claim || b.at - a.at)[0]?.one
}

function haveOneIntent(calls: readonly SingleCall[]): boolean {
  const intents = new Set(calls.map(({ intent }) => intent))
  return intents.size === 1 && !intents.has('')
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
