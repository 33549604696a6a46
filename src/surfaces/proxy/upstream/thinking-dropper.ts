import { facet, type Remembered, wireFormat } from '../../../engine.ts'
import { joined } from '../body/body-bytes.ts'
import { decodeKept } from '../body/decode-kept.ts'
import type { Prepared } from '../body/prepare-body.ts'
import type { Route } from '../route/routes.ts'
import type { Outgoing, SecondTry } from './forward.ts'
import { addToHeader } from './headers.ts'

/** What the ledger and the answer's head call it. */
export const thinkingDropped = 'thinking_dropped'

/** Goes on without thinking that a provider refuses, in this request and in the rest of its conversation. */
export interface ThinkingDropper extends SecondTry {
  /** What to send first: as prepared, unless the conversation was refused before. */
  first(): Outgoing
  isDropping(): boolean
}

const droppingFacet = facet<true>('drops-thinking')
const facetBytes = 16

/**
 * A provider may refuse thinking as bound to another conversation, whoever changed it. The request is
 * then sent once more with the wish that such thinking be dropped: the one answer that is not handed on.
 */
export function thinkingDropper(
  { format }: Route,
  { body, sent, sieved }: Prepared,
  outgoing: Outgoing,
): ThinkingDropper | undefined {
  const bound = format && wireFormat(format).boundThinking
  // A body in an encoding of its own is not written anew.
  if (!bound || !outgoing.body || body !== sent) return undefined
  const memory: Remembered | undefined = sieved?.conversation.memory
  let isDropping = memory?.get(droppingFacet) === true

  function dropping(): Outgoing | undefined {
    const changed = bound?.dropping(joined(body).toString('utf8'))
    if (!bound || changed === undefined) return undefined
    const headers = [...outgoing.headers]
    addToHeader(headers, bound.header.name, bound.header.value)
    const ownHeaders = [...outgoing.ownHeaders, 'x-tamis-warning', thinkingDropped]
    return { ...outgoing, headers, body: [Buffer.from(changed)], ownHeaders }
  }

  return {
    first: () => (isDropping ? (dropping() ?? outgoing) : outgoing),
    isDropping: () => isDropping,
    looksAt: (status) => !isDropping && status === 400,
    async again({ status, contentEncoding }, answer) {
      const text = await decodeKept(answer, contentEncoding, true)
      const next = text !== undefined && bound.isRefusal(status, text) ? dropping() : undefined
      if (!next) return undefined
      isDropping = true
      memory?.set(droppingFacet, true, facetBytes)
      return next
    },
  }
}
