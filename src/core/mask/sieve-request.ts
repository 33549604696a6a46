import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Originals } from '../../ports/store/originals.ts'
import { ownCopy } from '../text/own-copy.ts'
import { type Conversation, charsOf, isSealed } from '../wire/conversation.ts'
import { hidesResults } from '../wire/hides-results.ts'
import type { WireFormat } from '../wire/wire.ts'
import { applyEdits } from './apply-edits.ts'
import { bodyReader } from './body-reader.ts'
import { editWriter, type WrittenBody } from './edit-writer.ts'
import type { EntrySieve } from './entry/entry.ts'
import type { Recalled } from './entry/recall.ts'
import {
  asSent,
  referrals,
  type ShortenedResult,
  shortenedResults,
} from './entry/shortened-results.ts'
import type { EntrySettings } from './entry/sieve-result.ts'
import { keepMasked } from './keep-masked.ts'
import { type Masked, type Masking, maskConversation } from './mask.ts'
import type { MaskPolicy } from './policy.ts'
import type { RegretGuard } from './regret-guard.ts'
import { type ResultFacts, rememberedFacts } from './result-facts.ts'
import type { StoredIds } from './stored-ids.ts'

export interface SieveDeps {
  readonly originals: Pick<Originals, 'keep'>
  readonly digest: Digest
  readonly now: Clock
  /** Asked for each request. */
  readonly policy: () => MaskPolicy
  /** How long a masked result can be brought back. */
  readonly ttlMs: number
  readonly stored: StoredIds
  readonly entry: EntrySieve
  readonly entrySettings: EntrySettings
  /** Mend what a format can mend first. */
  readonly isRepairing?: boolean
  /** Absent: what is asked back changes nothing. */
  readonly guard?: RegretGuard | undefined
}

/** A request body after the sieves, and what they did. */
export interface Sieved {
  /** The body to send; the very same string when nothing changed. */
  readonly body: string
  /** The same body in two parts, of which the first is most likely that of the request before. */
  readonly parts: WrittenBody
  readonly model: string
  readonly masked: readonly Masked[]
  /** Results that are sent shorter than they came. */
  readonly pruned: readonly ShortenedResult[]
  readonly commits: number
  readonly repeatedCalls: number
  /** How many things were mended. */
  readonly repaired: number
  /** Characters of the messages, as the model reads them. */
  readonly chars: { readonly before: number; readonly after: number }
  /** The words the conversation began with, for telling conversations apart. */
  readonly beginning: string
}

interface ReadBody {
  readonly body: string
  readonly model: string
  /** Throws unless all of it is JSON. */
  readonly check: () => void
  readonly conversation: Conversation
  readonly repaired: number
}

/** `repeat` leaves nothing new out: what was left out before stays so where taking it back would break the history. */
export type SieveMode = 'sieve' | 'repeat'

export type Sieve = (
  format: WireFormat,
  body: string,
  model?: string,
  mode?: SieveMode,
) => Promise<Sieved>

/** How much text the facts of earlier requests may hold on to. */
const rememberedChars = 32_000_000
/** The same for the last body that was mended. */
const repairedChars = 16_000_000

/** Repeats what was sent, masks, then decides about new results. What leaves is kept before this resolves, so that every id can be brought back. */
export function createSieve(deps: SieveDeps): Sieve {
  const { stored } = deps
  const factsOf = rememberedFacts(deps.digest, rememberedChars)
  const readBody = bodyReader()
  const write = editWriter()
  const repairWriter = editWriter(repairedChars)

  async function keep(masked: readonly Masked[]): Promise<void> {
    const unkept = masked.filter(({ id }) => !stored.has(id))
    if (unkept.length === 0) return
    await keepMasked(deps, deps.ttlMs, unkept)
    for (const { id } of unkept) stored.add(id)
  }

  function mask(
    conversation: Conversation,
    { results }: Recalled,
    key: string,
    facts: ResultFacts,
  ): Masking {
    const policy = deps.policy()
    const sent = asSent(conversation, results)
    const referredTo = referrals(results)
    if (!deps.guard) return maskConversation(sent, policy, facts, referredTo)
    return deps.guard.mask(key, (tools) =>
      maskConversation(
        sent,
        { ...policy, protected_tools: [...policy.protected_tools, ...tools] },
        facts,
        referredTo,
      ),
    )
  }

  /** What of a conversation leaves, and what is sent shorter. */
  async function leaveOut(
    conversation: Conversation,
    beginning: string,
    isOn: boolean,
    isEchoing: boolean,
  ): Promise<{ readonly masking: Masking; readonly shortened: readonly ShortenedResult[] }> {
    const facts = factsOf()
    if (!isOn && !isSealed(conversation)) return { masking: unmasked, shortened: [] }
    const recalled = await deps.entry.recall(conversation, facts)
    const masking = isOn ? mask(conversation, recalled, beginning, facts) : unmasked
    const masked = new Set(masking.edits.map(({ path }) => path))
    const settings = isEchoing ? deps.entrySettings : { ...deps.entrySettings, echo: false }
    const results = isOn
      ? await deps.entry.decide(recalled, {
          conversation,
          facts,
          settings,
          isMasked: ({ result }) => masked.has(result.contentPath),
        })
      : recalled.results
    return { masking, shortened: shortenedResults(results, (path) => masked.has(path)) }
  }

  function read(format: WireFormat, came: string): ReadBody {
    const { model, list, check } = readBody(format.field, came)
    const found = deps.isRepairing === true ? (format.repair?.(list) ?? []) : []
    const repairs = found.map(({ edit }) => edit)
    if (repairs.length > 0) check()
    return {
      body: repairs.length > 0 ? textOf(repairWriter('', format.field, came, repairs)) : came,
      model,
      check,
      conversation: format.read(applyEdits(list, repairs)),
      repaired: repairs.length,
    }
  }

  return async (format, came, namedModel, mode = 'sieve') => {
    const { body, model, check, conversation, repaired } = read(format, came)
    const beginning = beginningOf(conversation)
    const isOn = mode === 'sieve' && deps.policy().enabled
    const isEchoing = deps.entrySettings.echo && !hidesResults(came)
    const { masking, shortened } = await leaveOut(conversation, beginning, isOn, isEchoing)
    const before = charsOf(conversation)
    const edits =
      shortened.length === 0
        ? masking.edits
        : [...masking.edits, ...shortened.map(({ edit }) => edit)]
    if (edits.length > 0) check()
    if (masking.masked.length > 0) await keep(masking.masked)
    const parts = write(beginning, format.field, body, edits)
    return {
      body: textOf(parts),
      parts,
      model: namedModel ?? model,
      masked: masking.masked,
      pruned: shortened,
      commits: masking.commits,
      repeatedCalls: masking.repeatedCalls,
      repaired,
      chars: { before, after: before - freedChars(masking.masked, shortened) },
      beginning,
    }
  }
}

const unmasked: Masking = { edits: [], masked: [], commits: 0, repeatedCalls: 0 }

function textOf({ written, rest }: WrittenBody): string {
  return written + rest
}

function freedChars(masked: readonly Masked[], shortened: readonly ShortenedResult[]): number {
  return (
    masked.reduce((sum, { charsBefore, charsAfter }) => sum + charsBefore - charsAfter, 0) +
    shortened.reduce((sum, { before, after }) => sum + before.length - after.length, 0)
  )
}

const namingChars = 2000

function beginningOf(conversation: Conversation): string {
  const first = conversation.find((entry) => entry.kind === 'text' && entry.role === 'user')
  if (first?.kind !== 'text') return ''
  // It names the conversation in memories that outlive the request by far.
  return first.text.length > namingChars ? ownCopy(first.text.slice(0, namingChars)) : first.text
}
