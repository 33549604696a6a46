import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { Conversation, WireFormat } from './conversation.ts'
import { editWriter } from './edit-writer.ts'
import { isFields } from './formats/content.ts'
import { keepMasked } from './keep-masked.ts'
import { type Masked, maskConversation } from './mask.ts'
import type { MaskPolicy } from './policy.ts'
import { type Pruned, type PruneResult, pruneHuge } from './prune-huge.ts'
import { rememberedFacts } from './result-facts.ts'
import { storedIds } from './stored-ids.ts'

export interface SieveDeps {
  readonly originals: Pick<Originals, 'keep'>
  readonly digest: Digest
  readonly now: Clock
  /** Asked for each request. */
  readonly policy: () => MaskPolicy
  /** How long a masked result can be brought back. */
  readonly ttlMs: number
  /** Absent: nothing is pruned. */
  readonly prune?: PruneResult | undefined
  /** Results shorter than this are never pruned. */
  readonly pruneMinChars: number
}

/** A request body after the sieves, and what they did. */
export interface Sieved {
  /** The body to send; the very same string when nothing changed. */
  readonly body: string
  readonly model: string
  readonly masked: readonly Masked[]
  readonly pruned: readonly Pruned[]
  readonly commits: number
  readonly repeatedCalls: number
  /** Characters of the messages, as the model reads them. */
  readonly chars: { readonly before: number; readonly after: number }
  /** The words the conversation began with, for telling conversations apart. */
  readonly beginning: string
}

export type Sieve = (format: WireFormat, body: string) => Promise<Sieved>

/** How much text the facts of earlier requests may hold on to. */
const rememberedChars = 64_000_000

/** Masks, then prunes. What leaves is kept before this resolves, so that every id can be brought back. */
export function createSieve(deps: SieveDeps): Sieve {
  const factsOf = rememberedFacts(deps.digest, rememberedChars)
  const write = editWriter()
  const stored = storedIds(deps.ttlMs, deps.now)

  async function keep(masked: readonly Masked[]): Promise<void> {
    const unkept = masked.filter(({ id }) => !stored.has(id))
    if (unkept.length === 0) return
    await keepMasked(deps, deps.ttlMs, unkept)
    for (const { id } of unkept) stored.add(id)
  }

  return async (format, body) => {
    const parsed: unknown = JSON.parse(body)
    const list = isFields(parsed) ? parsed[format.field] : undefined
    const conversation = Array.isArray(list) ? format.read(list) : []
    const masking = maskConversation(conversation, deps.policy(), factsOf())
    const paths = new Set(masking.edits.map(({ path }) => path))
    const pruned = deps.prune
      ? await pruneHuge(conversation, paths, deps.pruneMinChars, deps.prune)
      : []
    await keep(masking.masked)
    const before = conversation.reduce((sum, { chars }) => sum + chars, 0)
    const beginning = beginningOf(conversation)
    const edits = [...masking.edits, ...pruned.map(({ edit }) => edit)]
    return {
      body: write(beginning, format.field, body, edits),
      model: isFields(parsed) && typeof parsed.model === 'string' ? parsed.model : '',
      masked: masking.masked,
      pruned,
      commits: masking.commits,
      repeatedCalls: masking.repeatedCalls,
      chars: { before, after: before - freedChars(masking.masked, pruned) },
      beginning,
    }
  }
}

function freedChars(masked: readonly Masked[], pruned: readonly Pruned[]): number {
  return (
    masked.reduce((sum, { charsBefore, charsAfter }) => sum + charsBefore - charsAfter, 0) +
    pruned.reduce((sum, { before, after }) => sum + before.length - after.length, 0)
  )
}

function beginningOf(conversation: Conversation): string {
  const first = conversation.find((entry) => entry.kind === 'text' && entry.role === 'user')
  return first?.kind === 'text' ? first.text.slice(0, 2000) : ''
}
