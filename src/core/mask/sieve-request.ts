import { EngineError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { Change } from '../traffic/bill-request.ts'
import type { Recognised } from '../traffic/conversations.ts'
import { charsOf, type Edit } from '../wire/conversation.ts'
import type { WireFormat } from '../wire/wire.ts'
import { copiedMarkers } from './entry/copied-markers.ts'
import type { ShortenedResult } from './entry/shortened-results.ts'
import { countLastEdits, type EditsMade } from './ground/last-edits.ts'
import { countLastNames, type NamesUsed, noNames } from './ground/last-names.ts'
import { standIns } from './ground/stand-ins.ts'
import { keepMasked } from './kept/keep-masked.ts'
import type { StoredIds } from './kept/stored-ids.ts'
import { type LeaveOutDeps, leavingOut, nothingLeftOut } from './leaving-out.ts'
import type { BodyText } from './request/body-text.ts'
import { changesOf } from './request/changes-of.ts'
import { editWriter, type WrittenBody, wholeBody } from './request/edit-writer.ts'
import {
  type RequestFacts,
  type RequestRead,
  type RequestReaderDeps,
  requestReader,
} from './request/read-request.ts'
import { type AskedEdits, type AskForServerEdits, withField } from './server-edits.ts'
import type { Masked, Masking } from './window/mask.ts'

export interface SieveDeps extends RequestReaderDeps, LeaveOutDeps {
  readonly originals: Pick<Originals, 'keep'>
  readonly now: Clock
  /** How long a masked result can be brought back. */
  readonly ttlMs: number
  readonly stored: StoredIds
  /** What was left out earlier could not be kept anew. */
  readonly onNotKept: (error: EngineError) => void
  readonly serverEdits: AskForServerEdits
  /** Whether a model may sign its thinking over all that came before it. */
  readonly isThinkingBound: (model: string) => boolean
}

/** A request body after the sieves, and what they did. */
export interface Sieved {
  /** The body to send. */
  readonly body: string
  /** Whether it is another than came. */
  readonly isChanged: boolean
  /** The same body in two parts, of which the first is most likely that of the request before. */
  readonly parts: WrittenBody
  readonly model: string
  readonly masked: readonly Masked[]
  /** Results that are sent shorter than they came. */
  readonly pruned: readonly ShortenedResult[]
  readonly commits: number
  readonly repeatedCalls: number
  /** Calls that carry a marker of ours as if it were the text it stands for. */
  readonly copiedMarkers: number
  /** New results with markers that are not ours, which were defused. */
  readonly foreignMarkers: number
  /** What the model edited in the reply before this request, as far as it could see it. */
  readonly edits: EditsMade
  /** The names in its calls, as far as it could see them; counted where something was left out. */
  readonly names: NamesUsed
  /** What the provider is asked to clear on its side; absent: nothing, or the client asks itself. */
  readonly serverEdits: AskedEdits | undefined
  /** How many things were mended. */
  readonly repaired: number
  /** Characters of the messages, as the model reads them. */
  readonly chars: { readonly before: number; readonly after: number }
  readonly conversation: Recognised
  /** What stands in place of what came, message by message. */
  readonly changes: readonly Change[]
}

export type Sieve = (
  format: WireFormat,
  body: string | BodyText,
  facts?: RequestFacts,
) => Promise<Sieved>

/** What bears on what may be left out of one request. */
interface Circumstances {
  readonly isOn: boolean
  readonly isHolding: boolean
  /** Whether the provider clears old results itself. */
  readonly areCleared: boolean
  /** How many markers of ours the model copied. */
  readonly copied: number
}

/** Repeats what was sent, masks, then decides about new results. What leaves is kept before this resolves, so that every id can be brought back. */
export function createSieve(deps: SieveDeps): Sieve {
  const { stored } = deps
  const read = requestReader(deps)
  const leaveOut = leavingOut(deps)
  const write = editWriter()

  /** Nothing leaves a request that may not be changed. */
  function decide(asked: RequestRead, { isOn, isHolding, areCleared, copied }: Circumstances) {
    const { forbidden, model } = asked
    if (forbidden === 'changes') return nothingLeftOut
    return leaveOut(asked, {
      isOn,
      isHolding,
      isRewriting: isOn && forbidden !== 'rewriting' && !areCleared,
      isEchoing: deps.entrySettings.echo && copied === 0 && !areCleared && !asked.hidesResults(),
      mayBeSigned: forbidden === 'rewriting' || deps.isThinkingBound(model),
    })
  }

  async function keep(masked: readonly Masked[]): Promise<void> {
    const unkept = stored.missing(masked)
    if (unkept.length === 0) return
    await keepMasked(deps, deps.ttlMs, unkept)
    for (const { id } of unkept) stored.add(id)
  }

  /** With the sieve off, what is masked was kept earlier: that it is not kept anew takes nothing out of reach today. */
  async function keepOrRenew(masked: readonly Masked[], isOn: boolean): Promise<void> {
    try {
      await keep(masked)
    } catch (error) {
      if (isOn || !(error instanceof EngineError)) throw error
      deps.onNotKept(error)
    }
  }

  return async (format, came, facts = {}) => {
    const asked = read(format, came, facts)
    const { body, model, check, recognised, conversation, repaired } = asked
    const { mode = 'sieve' } = facts
    const isOn = mode === 'sieve' && deps.policy().enabled
    const copied = copiedMarkers(conversation)
    const askForEdits = (): ReturnType<AskForServerEdits> =>
      deps.serverEdits(asked, { isOn, isHolding: mode === 'hold' })
    const areCleared = asked.serverEdits !== undefined && (await askForEdits()) !== undefined
    const leftOut = decide(asked, { isOn, isHolding: mode === 'hold', areCleared, copied })
    const { masking, shortened, foreignMarkers } =
      leftOut === nothingLeftOut ? nothingLeftOut : await leftOut
    const before = charsOf(conversation)
    const edits = allEdits(masking, shortened)
    // Asked again: a reset that was carried out just now has ended them.
    const serverEdits = areCleared ? await askForEdits() : undefined
    if (edits.length > 0 || serverEdits) check()
    if (masking.masked.length > 0) await keepOrRenew(masking.masked, isOn)
    const parts = withField(write(recognised.memory, format.field, body, edits), serverEdits)
    const changes = changesOf(conversation, masking, shortened)
    const sentAs = standIns(recognised.memory, masking, shortened)
    return {
      body: wholeBody(parts),
      isChanged: edits.length + repaired > 0 || serverEdits !== undefined,
      parts,
      model,
      masked: masking.masked,
      pruned: shortened,
      commits: masking.commits,
      repeatedCalls: masking.repeatedCalls,
      copiedMarkers: copied,
      foreignMarkers,
      edits: countLastEdits(recognised.memory, conversation, sentAs),
      names:
        changes.length === 0 ? noNames : countLastNames(recognised.memory, conversation, sentAs),
      serverEdits,
      repaired,
      chars: { before, after: before - freedChars(changes) },
      conversation: recognised,
      changes,
    }
  }
}

function allEdits({ edits }: Masking, shortened: readonly ShortenedResult[]): readonly Edit[] {
  return shortened.length === 0 ? edits : [...edits, ...shortened.map(({ edit }) => edit)]
}

function freedChars(changes: readonly Change[]): number {
  let sum = 0
  for (const change of changes) sum += change.freedChars
  return sum
}
