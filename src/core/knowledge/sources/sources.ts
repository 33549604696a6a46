import { type KeepSourceDeps, keepSource } from './keep-source.ts'
import type { SourceDefinition, SourceState } from './source-state.ts'

/** The sources that the configuration names, and what became of each. */
export interface Sources {
  list(): readonly KnownSource[]
  /** Keeps all of them fresh until the signal, one read at a time; ends when the last read has. */
  keepFresh(signal: AbortSignal): Promise<void>
}

export interface KnownSource {
  readonly definition: SourceDefinition
  readonly state: SourceState
}

/** Each source has a loop of its own, so that none waits for what another failed at. */
export function createSources(
  deps: KeepSourceDeps,
  definitions: readonly SourceDefinition[],
): Sources {
  const states = new Map<SourceDefinition, SourceState>()
  const stateOf = (source: SourceDefinition): SourceState => states.get(source) ?? { phase: 'off' }
  // They would wait for one another's lock anyway, and so a daemon is busy with one at most.
  let turn: Promise<unknown> = Promise.resolve()
  const read: KeepSourceDeps['read'] = (source, onProgress, signal) => {
    const mine = turn.then(() => {
      signal.throwIfAborted()
      return deps.read(source, onProgress, signal)
    })
    turn = mine.catch(() => undefined)
    return mine
  }
  return {
    list: () => definitions.map((definition) => ({ definition, state: stateOf(definition) })),
    async keepFresh(signal) {
      for (const source of definitions) states.set(source, { phase: 'waiting' })
      await Promise.all(
        definitions.map((source) => {
          const change = (part: (before: SourceState) => SourceState): void =>
            void states.set(source, part(stateOf(source)))
          return keepSource({ ...deps, read }, source, change, signal)
        }),
      )
      // Those that are read once have ended, and are as fresh as was asked for.
      if (!signal.aborted) return
      for (const source of definitions) states.set(source, { ...stateOf(source), phase: 'off' })
    },
  }
}
