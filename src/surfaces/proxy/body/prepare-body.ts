import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import {
  type Conversations,
  type FormatName,
  facet,
  type Log,
  type RequestFacts,
  type Sieved,
  type SieveMode,
  type UpstreamName,
  upstreamFamilies,
  wireFormat,
} from '../../../engine.ts'
import type { Route } from '../route/routes.ts'
import { sessionOf } from '../route/session-of.ts'
import type { BodyBytes } from './body-bytes.ts'
import { bytesBody } from './bytes-body.ts'
import type { OpenBody, OpenedBody } from './encoded-bodies.ts'
import { rememberedShapes, type Shape } from './remembered-shapes.ts'

/** What is sent on in place of a body, and what was done to it. */
export interface Prepared {
  /** In plain. */
  readonly body: BodyBytes
  /** The same as it is sent: in the encoding it came in. */
  readonly sent: BodyBytes
  readonly sieved: Sieved | undefined
  readonly warnings: readonly string[]
}

interface PrepareDeps {
  readonly openBody: OpenBody
  readonly conversations: Pick<Conversations, 'sieve' | 'space'>
  readonly log: Log
}

type PrepareBody = (
  route: Route,
  request: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  came: Buffer,
  mode: SieveMode,
) => Promise<Prepared>

const sieveFailed = 'sieve_failed'
const tooLong = 'too_long'
/** Larger bodies are looked into one at a time, so that nobody waits for more than one of them. */
const largeBytes = 1024 * 1024
/** Past this nothing new is left out of a body: it is mostly media then, and longer than most providers take. */
const tooLongBytes = 32 * 1024 * 1024

/** Never in the way: whatever fails in here, the request goes on unchanged, and the failure is counted. */
export function bodyPreparer({ openBody, conversations, log }: PrepareDeps): PrepareBody {
  const shapeOf = rememberedShapes(conversations.space)
  const inTurn = oneAtATime()
  const saySigned = signedSayer(log)

  function sieveBody({ format, body, facts }: Readable): Promise<Sieved> {
    return conversations.sieve(format, bytesBody(body), facts)
  }

  function toSend({ format, body }: Readable, shape: Shape, sieved: Sieved): Prepared {
    shape.rememberIn(sieved.conversation.memory)
    if (sieved.repaired > 0) log.info('request-repaired', { format, repairs: sieved.repaired })
    if (!sieved.isChanged) return inPlain([body], sieved, noWarnings)
    // Bytes that are not UTF-8 would not survive being read and written.
    return isUtf8(body)
      ? inPlain(encodeBody(sieved), sieved, noWarnings)
      : untouched(body, 'not_utf8')
  }

  async function look(readable: Readable): Promise<Prepared> {
    const { format, body } = readable
    const shape = shapeOf(body)
    if (shape.reason !== undefined) return untouched(body, 'too_complex')
    try {
      return toSend(readable, shape, await sieveBody(readable))
    } catch (error) {
      if (error instanceof SyntaxError) return untouched(body, 'not_json')
      log.warn('sieve-failed', { format, cause: String(error) })
      return repeatBody(readable, shape)
    }
  }

  /** What was sent short before is sent short again though nothing new can be decided: a changed history is refused. */
  async function repeatBody(readable: Readable, shape: Shape): Promise<Prepared> {
    const { format, body, facts } = readable
    try {
      const sieved = await sieveBody({ ...readable, facts: { ...facts, mode: 'hold' } })
      const held = toSend(readable, shape, sieved)
      return { ...held, warnings: [...held.warnings, sieveFailed] }
    } catch (error) {
      log.warn('history-not-repeated', { format, cause: String(error) })
      return untouched(body, sieveFailed)
    }
  }

  function lookInTurn(readable: Readable): Promise<Prepared> {
    const { body } = readable
    if (body.length > tooLongBytes) return lookAtLong(readable)
    return body.length > largeBytes ? inTurn(() => look(readable)) : look(readable)
  }

  /** Nothing new is left out of it; a history that a provider has signed is repeated all the same. */
  async function lookAtLong(readable: Readable): Promise<Prepared> {
    const { format, body, facts } = readable
    if (!wireFormat(format).boundThinking) return untouched(body, tooLong)
    const repeating: Readable = { ...readable, facts: { ...facts, mode: 'repeat' } }
    const looked = await inTurn(() => look(repeating))
    return { ...looked, warnings: [...looked.warnings, tooLong] }
  }

  async function lookInside(
    opening: Promise<OpenedBody>,
    { format, body: came, facts }: Readable,
  ): Promise<Prepared> {
    const { bytes: body, close } = await opening
    if (!body) return untouched(came, 'not_decoded')
    const looked = await lookInTurn({ format, body, facts })
    return { ...looked, sent: await close(looked.body) }
  }

  return ({ format, model, upstream }, request, response, came, mode) => {
    if (!format || came.length === 0)
      return Promise.resolve(inPlain([came], undefined, saySigned(upstream)))
    const facts = { model, session: sessionOf(request.headers), mode }
    const readable = { format, body: came, facts }
    const opening = openBody(request, response, came)
    return opening ? lookInside(opening, readable) : lookInTurn(readable)
  }
}

/** A body of a format we know. */
interface Readable {
  readonly format: FormatName
  readonly body: Buffer
  readonly facts: RequestFacts
}

const noWarnings: readonly string[] = []

function untouched(body: Buffer, warning: string): Prepared {
  return inPlain([body], undefined, [warning])
}

/** Sent as it is. */
function inPlain(
  body: BodyBytes,
  sieved: Sieved | undefined,
  warnings: readonly string[],
): Prepared {
  return { body, sent: body, sieved, warnings }
}

interface Encoded {
  readonly written: string
  readonly bytes: Buffer
}

const encodedFacet = facet<Encoded>('encoded')

/**
 * The bytes of a sieved body. Between two commits a conversation is sent with the same beginning: its
 * bytes are kept for the next time.
 */
export function encodeBody({
  parts: { written, rest },
  conversation: { memory },
}: Pick<Sieved, 'parts' | 'conversation'>): BodyBytes {
  const before = memory.get(encodedFacet)
  const isSame = before?.written === written
  const bytes = isSame ? before.bytes : Buffer.from(written)
  if (!isSame) memory.set(encodedFacet, { written, bytes }, bytes.length)
  return rest === '' ? [bytes] : [bytes, Buffer.from(rest)]
}

/** Runs work when all that came before it is done, and lets other requests have their turn in between. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(() => setImmediate()).then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** The warning of a request that is signed over its body, the first time one comes for its family. */
type SaySigned = (upstream: UpstreamName) => readonly string[]

/** Said once, in the log and in the ledger: a changed body would need a signature of ours. */
function signedSayer(log: Log): SaySigned {
  const said = new Set<UpstreamName>()
  return (upstream) => {
    if (!upstreamFamilies[upstream].isSigned || said.has(upstream)) return []
    said.add(upstream)
    log.warn('signed-untouched', { upstream })
    return ['signed_body']
  }
}
