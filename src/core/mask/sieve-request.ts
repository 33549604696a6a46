import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Originals } from '../../ports/store/originals.ts'
import { ownCopy } from '../text/own-copy.ts'
import { type Conversation, charsOf } from '../wire/conversation.ts'
import type { WireFormat } from '../wire/wire.ts'
import { applyEdits } from './apply-edits.ts'
import { bodyReader } from './body-reader.ts'
import { editWriter, type WrittenBody } from './edit-writer.ts'
import { keepMasked } from './keep-masked.ts'
import { type Masked, type Masking, maskConversation } from './mask.ts'
import type { MaskPolicy } from './policy.ts'
import { type Pruned, type PruneResult, pruneHuge } from './prune-huge.ts'
import type { RegretGuard } from './regret-guard.ts'
import { rememberedFacts } from './result-facts.ts'
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
  /** Absent: nothing is pruned. */
  readonly prune?: PruneResult | undefined
  /** Results shorter than this are never pruned. */
  readonly pruneMinChars: number
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
  readonly pruned: readonly Pruned[]
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

export type Sieve = (format: WireFormat, body: string, model?: string) => Promise<Sieved>

/** How much text the facts of earlier requests may hold on to. */
const rememberedChars = 32_000_000
/** The same for the last body that was mended. */
const repairedChars = 16_000_000

/** Masks, then prunes. What leaves is kept before this resolves, so that every id can be brought back. */
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

  function mask(conversation: Conversation, key: string): Masking {
    const policy = deps.policy()
    if (!deps.guard) return maskConversation(conversation, policy, factsOf())
    return deps.guard.mask(key, (tools) =>
      maskConversation(
        conversation,
        { ...policy, protected_tools: [...policy.protected_tools, ...tools] },
        factsOf(),
      ),
    )
  }

  async function prune(conversation: Conversation, { edits }: Masking): Promise<readonly Pruned[]> {
    if (!deps.prune) return []
    const paths = new Set(edits.map(({ path }) => path))
    return pruneHuge(conversation, paths, deps.pruneMinChars, deps.prune)
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

  return async (format, came, namedModel) => {
    const { body, model, check, conversation, repaired } = read(format, came)
    const beginning = beginningOf(conversation)
    const masking = mask(conversation, beginning)
    const before = charsOf(conversation)
    const pruned = before < deps.pruneMinChars ? [] : await prune(conversation, masking)
    const edits =
      pruned.length === 0 ? masking.edits : [...masking.edits, ...pruned.map(({ edit }) => edit)]
    if (edits.length > 0) check()
    if (masking.masked.length > 0) await keep(masking.masked)
    const parts = write(beginning, format.field, body, edits)
    return {
      body: textOf(parts),
      parts,
      model: namedModel ?? model,
      masked: masking.masked,
      pruned,
      commits: masking.commits,
      repeatedCalls: masking.repeatedCalls,
      repaired,
      chars: { before, after: before - freedChars(masking.masked, pruned) },
      beginning,
    }
  }
}

function textOf({ written, rest }: WrittenBody): string {
  return written + rest
}

function freedChars(masked: readonly Masked[], pruned: readonly Pruned[]): number {
  return (
    masked.reduce((sum, { charsBefore, charsAfter }) => sum + charsBefore - charsAfter, 0) +
    pruned.reduce((sum, { before, after }) => sum + before.length - after.length, 0)
  )
}

const namingChars = 2000

function beginningOf(conversation: Conversation): string {
  const first = conversation.find((entry) => entry.kind === 'text' && entry.role === 'user')
  if (first?.kind !== 'text') return ''
  // It names the conversation in memories that outlive the request by far.
  return first.text.length > namingChars ? ownCopy(first.text.slice(0, namingChars)) : first.text
}
