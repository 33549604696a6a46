import type { ConversationSpace } from '../../traffic/conversation-memory.ts'
import type { Recognise, Recognised } from '../../traffic/conversations.ts'
import { isFields } from '../../wire/content.ts'
import type { Conversation } from '../../wire/conversation.ts'
import type { WireFormat } from '../../wire/wire.ts'
import { rememberTitle } from '../seen/conversation-title.ts'
import { applyEdits } from './apply-edits.ts'
import { bodyReader } from './body-reader.ts'
import { type BodyText, textBody } from './body-text.ts'
import { editWriter, wholeBody } from './edit-writer.ts'
import { readConversation } from './read-conversation.ts'

/**
 * `repeat` leaves nothing new out: what was left out before stays so where taking it back would break
 * the history. `hold` is the same, and what was left out stays so in every history.
 */
export type SieveMode = 'sieve' | 'repeat' | 'hold'

/** What the address and the head of a request tell. */
export interface RequestFacts {
  /** Where the address names it. */
  readonly model?: string | undefined
  /** The client's own name for its session. */
  readonly session?: string | undefined
  readonly mode?: SieveMode | undefined
}

/** A request as the sieves see it. */
export interface RequestRead {
  /** With what was mended. */
  readonly body: BodyText
  readonly model: string
  /** Throws unless all of it is JSON. */
  readonly check: () => void
  readonly recognised: Recognised
  readonly conversation: Conversation
  readonly repaired: number
  readonly forbidden: 'changes' | 'rewriting' | undefined
  /** Whether its messages are going to be the same objects in the next request. */
  readonly isRemembered: boolean
  readonly hidesResults: () => boolean
  /** How its provider is asked to clear results; absent where it cannot be, or the client says so itself. */
  readonly serverEdits: WireFormat['serverEdits']
}

export interface RequestReaderDeps {
  readonly recognise: Recognise
  /** Where conversations are remembered. */
  readonly space: Pick<ConversationSpace, 'recent'>
  /** Mend what a format can mend first. */
  readonly isRepairing?: boolean
}

type RequestReader = (
  format: WireFormat,
  came: string | BodyText,
  named: RequestFacts,
) => RequestRead

/** Reads a body, mends it where that is wanted, and finds the conversation it belongs to. */
export function requestReader({ recognise, space, isRepairing }: RequestReaderDeps): RequestReader {
  const readBody = bodyReader(space)
  const repairWriter = editWriter('mended')
  return (format, given, named) => {
    const came = typeof given === 'string' ? textBody(given) : given
    const asked = readBody(format.field, came, format.settings)
    const { list, check, rememberIn, settings, isRemembered, ...request } = asked
    const model = named.model ?? request.model
    const openingMessages = openingOf(list, format)
    const { session } = named
    const told = { messages: list, model, session, openingMessages, isRemembered }
    const recognised = recognise(told)
    rememberIn(recognised.memory)
    rememberTitle(recognised.memory, format, list)
    const found = isRepairing === true ? (format.repair?.(list) ?? []) : []
    const repairs = found.map(({ edit }) => edit)
    if (repairs.length > 0) check()
    const mended = applyEdits(list, repairs)
    return {
      body:
        repairs.length > 0
          ? textBody(wholeBody(repairWriter(recognised.memory, format.field, came, repairs)))
          : came,
      model,
      check,
      recognised,
      conversation: isRemembered
        ? readConversation(recognised.memory, format, mended)
        : format.read(mended),
      isRemembered,
      hidesResults: request.hidesResults,
      repaired: repairs.length,
      forbidden: format.forbids?.(settings),
      serverEdits:
        format.serverEdits && Object.hasOwn(settings, format.serverEdits.field)
          ? undefined
          : format.serverEdits,
    }
  }
}

/** What was asked before the model first replied: the same in all requests of a conversation. */
function openingOf(list: readonly unknown[], { isModelTurn }: WireFormat): number {
  const first = list.findIndex((item) => isFields(item) && isModelTurn(item))
  return first === -1 ? list.length : first
}
