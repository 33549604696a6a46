import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import type { ShortenedResult } from '../entry/shortened-results.ts'
import type { Masking } from '../window/mask.ts'
import type { StandInOf } from './last-edits.ts'
import { argumentText } from './visible-text.ts'

type Masks = Pick<Masking, 'edits' | 'masked'>

const maskedFacet = facet<Masks>('masked-before')
const bytesPerMask = 300

/**
 * What stood for each entry when the model made its newest reply: what was masked in the request
 * before this one, and every result that was sent short. What is masked in this one was still in sight.
 */
export function standIns(
  memory: Remembered,
  { edits, masked }: Masks,
  shortened: readonly ShortenedResult[],
): StandInOf {
  const before = memory.get(maskedFacet) ?? { edits, masked }
  memory.set(maskedFacet, { edits, masked }, masked.length * bytesPerMask)
  // Few requests follow an edit: the others need none of it.
  let texts: ReadonlyMap<string, string> | undefined
  return (entry) => {
    if (entry.kind === 'text') return undefined
    texts ??= textsOf(before, shortened)
    return texts.get(`${entry.kind === 'call' ? 'input' : 'result'} ${entry.callId}`)
  }
}

/** By the call: objects may be others in the next request. */
function textsOf(
  { edits, masked }: Masks,
  shortened: readonly ShortenedResult[],
): ReadonlyMap<string, string> {
  const texts = new Map(shortened.map(({ callId, after }) => [`result ${callId}`, after]))
  for (const [at, { kind, toolCallId, placeholder }] of masked.entries())
    texts.set(
      `${kind} ${toolCallId}`,
      kind === 'input' ? argumentText(edits[at]?.value) : placeholder,
    )
  return texts
}
