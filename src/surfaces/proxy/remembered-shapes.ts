import {
  intricacyOf,
  type JsonLimits,
  jsonLimits,
  type ShapeMark,
  scanShape,
} from '../http/json-shape.ts'
import { commonPrefix } from './last-bodies.ts'

interface Known {
  readonly body: Buffer
  readonly marks: readonly ShapeMark[]
}

export interface ShapeMemory {
  /** Shorter bodies are looked at anew. */
  readonly minBytes: number
  readonly markEvery: number
  readonly maxBodies: number
  readonly maxBytes: number
}

const usualMemory: ShapeMemory = {
  minBytes: 20_000,
  markEvery: 8192,
  maxBodies: 16,
  maxBytes: 32 * 1024 * 1024,
}

/** `intricacyOf` for bodies that mostly begin as one before did: only what follows is looked at. */
export function rememberedShapes(
  limits: JsonLimits = jsonLimits,
  memory: ShapeMemory = usualMemory,
): (body: Buffer) => string | undefined {
  let known: readonly Known[] = []
  return (body) => {
    if (body.length < memory.minBytes) return intricacyOf(body, limits)
    const { before, same } = closest(known, body)
    const shared = before?.marks.filter(({ at }) => at <= same) ?? []
    const { reason, marks } = scanShape(body, limits, shared.at(-1), memory.markEvery)
    if (reason !== undefined) return reason
    // What has most of its bytes in common with the new one is an earlier request of its conversation.
    const others = known.filter((one) => one !== before || same < one.body.length / 2)
    known = fitting([{ body, marks: [...shared, ...marks] }, ...others], memory)
    return undefined
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

function fitting(newestFirst: readonly Known[], memory: ShapeMemory): readonly Known[] {
  let bytes = 0
  return newestFirst.slice(0, memory.maxBodies).filter(({ body }) => {
    bytes += body.length
    return bytes <= memory.maxBytes
  })
}
