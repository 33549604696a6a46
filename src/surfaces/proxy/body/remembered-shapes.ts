import { type Conversations, facet, type Remembered } from '../../../engine.ts'
import {
  intricacyOf,
  type JsonLimits,
  jsonLimits,
  type ShapeMark,
  scanShape,
} from '../../http/json-shape.ts'
import { commonPrefix } from './last-bodies.ts'

interface Known {
  readonly body: Buffer
  readonly marks: readonly ShapeMark[]
}

interface ShapeMemory {
  /** Shorter bodies are looked at anew. */
  readonly minBytes: number
  readonly markEvery: number
  /** So many of the latest conversations are compared with. */
  readonly maxBodies: number
}

const usualMemory: ShapeMemory = { minBytes: 20_000, markEvery: 8192, maxBodies: 16 }

const shapeFacet = facet<Known>('shape')
const markBytes = 100

/** How a body was judged. */
export interface Shape {
  /** Why it is too intricate to be parsed, if it is. */
  readonly reason: string | undefined
  /** Keeps what was seen for the next request of its conversation. */
  rememberIn(memory: Remembered): void
}

/** `intricacyOf` for bodies that mostly begin as one before did: only what follows is looked at. */
export function rememberedShapes(
  space: Conversations['space'],
  limits: JsonLimits = jsonLimits,
  { minBytes, markEvery, maxBodies }: ShapeMemory = usualMemory,
): (body: Buffer) => Shape {
  return (body) => {
    if (body.length < minBytes)
      return { reason: intricacyOf(body, limits), rememberIn: () => undefined }
    const { before, same } = closest(space.recent(shapeFacet, maxBodies), body)
    const shared = before?.marks.filter(({ at }) => at <= same) ?? []
    const { reason, marks } = scanShape(body, limits, shared.at(-1), markEvery)
    return {
      reason,
      rememberIn(memory) {
        const known = { body, marks: [...shared, ...marks] }
        if (reason === undefined)
          memory.set(shapeFacet, known, body.length + known.marks.length * markBytes)
      },
    }
  }
}

function closest(known: readonly Known[], body: Buffer): { before?: Known; same: number } {
  let found: { before?: Known; same: number } = { same: 0 }
  for (const before of known) {
    const same = commonPrefix(before.body, body)
    if (same > found.same) found = { before, same }
  }
  return found
}
