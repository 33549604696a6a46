/** Numbers shapes from 0 in the order they come: equal shapes have equal numbers. */
interface ShapeIds {
  /** The number of the shape in the first `length` codes. */
  readonly idOf: (codes: Uint16Array, length: number) => number
  readonly size: () => number
}

/** Keeps every distinct shape once, in one array: a text of 20,000 lines makes no strings. */
export function shapeIds(): ShapeIds {
  let slots = new Int32Array(1024).fill(-1)
  let kept = new Uint16Array(4096)
  const hashes: number[] = []
  /** Shape `id` is `kept[starts[id]..starts[id + 1])`. */
  const starts = [0]
  const isSame = (id: number, codes: Uint16Array, length: number): boolean => {
    const start = starts[id] ?? 0
    if ((starts[id + 1] ?? 0) - start !== length) return false
    for (let at = 0; at < length; at++) if (kept[start + at] !== codes[at]) return false
    return true
  }
  const put = (id: number): void => {
    let slot = (hashes[id] ?? 0) & (slots.length - 1)
    while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = id
  }
  const add = (hash: number, codes: Uint16Array, length: number): number => {
    const id = hashes.length
    const start = starts[id] ?? 0
    if (start + length > kept.length) kept = grown(kept, start + length)
    kept.set(codes.subarray(0, length), start)
    hashes.push(hash)
    starts.push(start + length)
    if (hashes.length * 2 > slots.length) {
      slots = new Int32Array(slots.length * 2).fill(-1)
      for (let one = 0; one < id; one++) put(one)
    }
    put(id)
    return id
  }
  return {
    idOf: (codes, length) => {
      const hash = hashOf(codes, length)
      let slot = hash & (slots.length - 1)
      for (let id = slots[slot] ?? -1; id >= 0; id = slots[slot] ?? -1) {
        if (hashes[id] === hash && isSame(id, codes, length)) return id
        slot = (slot + 1) & (slots.length - 1)
      }
      return add(hash, codes, length)
    },
    size: () => hashes.length,
  }
}

function hashOf(codes: Uint16Array, length: number): number {
  let hash = length
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (codes[at] ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function grown(codes: Uint16Array, least: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(Math.max(least, codes.length * 2))
  larger.set(codes)
  return larger
}
