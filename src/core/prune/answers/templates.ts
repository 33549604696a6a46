/** The templates of lines, numbered from 0. */
export interface Templates {
  /** The template of each line. */
  readonly of: Int32Array
  /** How many lines have each template. */
  readonly times: readonly number[]
}

/** Numbers the templates in the order they come; `hashes` are equal for lines of one template. */
export function templatesOf(hashes: Int32Array): Templates {
  let size = 64
  while (size < hashes.length * 2) size *= 2
  const slots = new Int32Array(size).fill(-1)
  const known: number[] = []
  const times: number[] = []
  const of = new Int32Array(hashes.length)
  for (let line = 0; line < hashes.length; line++) {
    const hash = hashes[line] ?? 0
    let slot = (hash ^ (hash >>> 16)) & (size - 1)
    let template = slots[slot] ?? -1
    while (template >= 0 && known[template] !== hash) {
      slot = (slot + 1) & (size - 1)
      template = slots[slot] ?? -1
    }
    if (template < 0) {
      template = known.length
      slots[slot] = template
      known.push(hash)
      times.push(0)
    }
    of[line] = template
    times[template] = (times[template] ?? 0) + 1
  }
  return { of, times }
}
