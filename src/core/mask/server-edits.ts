import { facet } from '../traffic/conversation-memory.ts'
import { isSealed } from '../wire/conversation.ts'
import type { ServerEditTerms } from '../wire/wire.ts'
import { isOfModel } from './entry/recall.ts'
import type { SentMemory } from './entry/sent-memory.ts'
import type { WrittenBody } from './request/edit-writer.ts'
import type { RequestRead } from './request/read-request.ts'

/** What a provider is asked to clear on its side, as it stands in the body, and the header that goes with it. */
export interface AskedEdits {
  readonly field: string
  /** JSON, the same in all requests of a conversation. */
  readonly json: string
  readonly header: { readonly name: string; readonly value: string }
}

interface Allowed {
  readonly isOn: boolean
  /** Whether what was asked for before is, too, though the sieve is off. */
  readonly isHolding: boolean
}

type Asking = Pick<RequestRead, 'conversation' | 'recognised' | 'serverEdits'>

/** `undefined`: nothing is asked for in this conversation. */
export type AskForServerEdits = (
  asked: Asking,
  allowed: Allowed,
) => AskedEdits | undefined | Promise<AskedEdits | undefined>

/** What a conversation asks for; `null`: nothing, for good. */
export const serverEditsFacet = facet<{ readonly json: string | null }>('server-edits')
const facetBytes = 300

/** What the record of it is found under. */
export function serverEditsKey(conversation: string): string {
  return `server-edits ${conversation}`
}

/**
 * Whether a provider clears old results of a conversation is decided with its first request and
 * written down before that leaves: other terms later would clear other results, and the provider's
 * cache would be written anew each time. The terms stand outside of what thinking is signed over.
 */
export function serverEditing(
  memory: Pick<SentMemory, 'find' | 'keep'>,
  terms: ServerEditTerms | undefined,
): AskForServerEdits {
  /** What stands; `null` when it could not be written. */
  async function keep({ id, ...recognised }: Recognised, json: string): Promise<string | null> {
    const record = {
      key: serverEditsKey(id),
      text: json,
      refersTo: [],
      omissionId: null,
      turn: 0,
    }
    const [stands] = await memory.keep([record], recognised)
    return stands?.text ?? null
  }

  async function find({ id, ...recognised }: Recognised): Promise<string | null> {
    const key = serverEditsKey(id)
    const { records } = await memory.find([{ key, isSettled: true }], recognised)
    return records.get(key)?.text ?? null
  }

  /** A branch goes on with what the conversation asked for that it left. */
  async function decide(
    { conversation, recognised, serverEdits }: Asking,
    isOn: boolean,
  ): Promise<string | null> {
    const inherited = recognised.parent?.get(serverEditsFacet)?.json
    if (inherited) return keep(recognised, inherited)
    if (conversation.some(isOfModel)) return find(recognised)
    return isOn && terms && serverEdits
      ? keep(recognised, JSON.stringify(serverEdits.value(terms)))
      : null
  }

  return async (asked, { isOn, isHolding }) => {
    const { conversation, recognised, serverEdits } = asked
    if (!serverEdits || (!isOn && !isHolding && !isSealed(conversation))) return undefined
    const known = recognised.memory.get(serverEditsFacet)
    const json = known ? known.json : await decide(asked, isOn)
    if (!known && isDecided(asked, json))
      recognised.memory.set(serverEditsFacet, { json }, facetBytes)
    return json === null ? undefined : { ...serverEdits, json }
  }
}

type Recognised = Asking['recognised']

/** A first request may be sent once more, by other settings. */
function isDecided({ conversation }: Asking, json: string | null): boolean {
  return json !== null || conversation.some(isOfModel)
}

/** The body with a field at its end: what stands before it is as in the request before. */
export function withField(body: WrittenBody, edits: AskedEdits | undefined): WrittenBody {
  if (!edits) return body
  const end = body.rest.lastIndexOf('}')
  const field = `,${JSON.stringify(edits.field)}:${edits.json}`
  return { ...body, rest: body.rest.slice(0, end) + field + body.rest.slice(end) }
}
