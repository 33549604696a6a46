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
export interface Visitors {
  /** A new search: what was done since the last one is a sequence, if values flowed in it. */
  noteShown(visitor: Visitor, intent: string, ids: readonly string[]): Trace | undefined
  /** The intent that led this visitor to run this; none where two could have. */
  intentFor(visitor: Visitor, id: string | undefined): string
  /** One tool ran by itself and went well. */
  noteCall(visitor: Visitor, call: SingleCall): void
}

interface Memory {
  readonly shown: Map<string, { readonly at: number; readonly ids: ReadonlySet<string> }>
  calls: SingleCall[]
}

const rememberedMs = 10 * 60_000
const mostVisitors = 500
const mostIntents = 20
const mostCalls = 20

export function createVisitors(now: Clock): Visitors {
  const memories = new Map<string, Memory>()

  function memoryOf(visitor: Visitor): Memory {
    const key = JSON.stringify([visitor.caller?.name, visitor.source, visitor.session])
    const memory = memories.get(key) ?? { shown: new Map(), calls: [] }
    memories.delete(key)
    memories.set(key, memory)
    dropOldest(memories, mostVisitors)
    return memory
  }

  return {
    noteShown(visitor, intent, ids) {
      const memory = memoryOf(visitor)
      memory.shown.delete(intent)
      memory.shown.set(intent, { at: now(), ids: new Set(ids) })
      dropOldest(memory.shown, mostIntents)
      const calls = memory.calls.filter(({ at }) => now() - at <= rememberedMs)
      memory.calls = []
      const sequence = sequenceOf(calls)
      if (!sequence) return undefined
      return { at: now(), ...sequence, ...(visitor.caller ? { by: visitor.caller.name } : {}) }
    },
    intentFor(visitor, id) {
      if (id === undefined) return ''
      const { shown } = memoryOf(visitor)
      const meant = [...shown].filter(
        ([, { at, ids }]) => ids.has(id) && now() - at <= rememberedMs,
      )
      // Over one session the last search led here; without one, it may have been another's.
      const isSure = meant.length === 1 || visitor.session !== undefined
      const intent = isSure ? (meant.at(-1)?.[0] ?? '') : ''
      return intent
    },
    noteCall(visitor, call) {
      const memory = memoryOf(visitor)
      memory.calls = [...memory.calls, call].slice(-mostCalls)
    },
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
