import type { SentResult } from '../../../ports/store/sent-results.ts'
import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import type { RecallPlaces } from '../entry/recall.ts'
import type { SentMemory } from '../entry/sent-memory.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import type { Observation } from '../facts/turns.ts'
import { commonItems } from '../request/read-conversation.ts'
import { type MaskedPart, type Part, partsOf } from './masked-parts.ts'

/** The parts of a conversation that could be masked, and those that are. */
export interface RecalledMasks {
  readonly parts: readonly Part[]
  /** In the order of the parts; the very same list as before where nothing has changed. */
  readonly masked: readonly MaskedPart[]
  readonly isComplete: boolean
}

interface MaskedRecaller {
  find(
    all: readonly Observation[],
    facts: ResultFacts,
    places: RecallPlaces,
  ): Promise<RecalledMasks>
  /** More was masked: what is remembered of any conversation may be out of date. */
  forget(): void
}

interface LastMasks {
  /** What was true when this was found. */
  readonly owner: object
  readonly observations: readonly Observation[]
  readonly parts: readonly Part[]
  readonly masked: readonly MaskedPart[]
}

/** What was found for a conversation last. */
export const masksFacet = facet<LastMasks>('masks')
const bytesPerPart = 200

/** For results that are the very same objects as in the request before, nothing is asked again. */
export function maskedRecaller({
  memory,
  isShared,
}: {
  readonly memory: Pick<SentMemory, 'find'>
  /** Other daemons mask too: nothing that was not there is known to be absent. */
  readonly isShared: boolean
}): MaskedRecaller {
  let owner = {}

  async function ask(added: readonly Part[], { records: place }: RecallPlaces) {
    const { records, isComplete } = await memory.find(
      added.map(({ key }) => ({ key, isSettled: !isShared })),
      place,
    )
    const fresh = added.flatMap((part): readonly MaskedPart[] => {
      const record = records.get(part.key)
      return record && isMaskRecord(record) ? [{ ...part, record }] : []
    })
    return { fresh, isComplete }
  }

  /** What is known of the beginning of a conversation, and the results that follow. */
  function begin(all: readonly Observation[], remembered: Remembered | undefined) {
    const before = isShared ? undefined : remembered?.get(masksFacet)
    if (before?.owner !== owner) return { known: nothing, rest: all }
    const same = commonItems(before.observations, all)
    return { known: upTo(before, all[same - 1]), rest: all.slice(same) }
  }

  return {
    forget() {
      owner = {}
    },
    async find(all, facts, places) {
      const { remembered } = places
      const askedBy = owner
      const { known, rest } = begin(all, remembered)
      const added = partsOf(rest, facts)
      const { fresh, isComplete } = await ask(added, places)
      const parts = [...known.parts, ...added]
      const masked = fresh.length > 0 ? [...known.masked, ...fresh] : known.masked
      if (isComplete && !isShared)
        remembered?.set(
          masksFacet,
          { owner: askedBy, observations: all, parts, masked },
          parts.length * bytesPerPart,
        )
      return { parts, masked, isComplete }
    },
  }
}

const nothing: Pick<LastMasks, 'parts' | 'masked'> = { parts: [], masked: [] }

/** What was known of the results up to this one. */
function upTo(
  { parts, masked }: LastMasks,
  last: Observation | undefined,
): Pick<LastMasks, 'parts' | 'masked'> {
  const isBefore = ({ observation }: Part): boolean => observation.at <= (last?.at ?? -1)
  const inMasked = masked.findLastIndex(isBefore) + 1
  return {
    parts: parts.slice(0, parts.findLastIndex(isBefore) + 1),
    masked: inMasked === masked.length ? masked : masked.slice(0, inMasked),
  }
}

/** Whether something stands for the part. */
export function isMaskRecord(record: SentResult): record is MaskedPart['record'] {
  return record.text !== null && record.omissionId !== null
}
