import { parseIsoTime } from '../text/iso-time.ts'
import { isFields } from '../wire/content.ts'
import type { FormatName } from '../wire/wire-formats.ts'
import type { AgentName, ModelCall, SavedSession } from './session.ts'

/** A session while it is being read. */
export interface SessionDraft {
  id: string
  folder: string
  readonly items: unknown[]
  readonly times: number[]
  readonly calls: ModelCall[]
  add(item: unknown, time: number): void
  /** The next item begins the reply to a request. */
  call(call: Omit<ModelCall, 'at'>): void
  done(): readonly SavedSession[]
}

export function sessionDraft(agent: AgentName | undefined, format: FormatName): SessionDraft {
  const items: unknown[] = []
  const times: number[] = []
  const calls: ModelCall[] = []
  return {
    id: '',
    folder: '',
    items,
    times,
    calls,
    add(item, time) {
      items.push(item)
      times.push(time)
    },
    call(call) {
      calls.push({ at: items.length, ...call })
    },
    done() {
      const { id, folder } = this
      return calls.length === 0 ? [] : [{ agent, id, folder, format, items, times, calls }]
    },
  }
}

/** Milliseconds since the epoch, however a file says it. */
export function timeOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? (parseIsoTime(value) ?? Number.NaN) : Number.NaN
}

/** A field of an object that may be anything. */
export function fieldOf(value: unknown, ...names: readonly string[]): unknown {
  let found = value
  for (const name of names) found = isFields(found) ? found[name] : undefined
  return found
}
