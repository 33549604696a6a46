/** Words to small numbers, asked by hash so that a scan needs no string per word. */
export interface WordTable {
  readonly mask: number
  readonly hashes: Int32Array
  /** What was stored for a word; 0 in an empty slot. */
  readonly values: Int32Array
  /** Whether numbers, and identifiers of several parts as wholes, are looked for too. */
  readonly hasCompounds: boolean
}

/** Values must not be 0. A later entry adds its bits to an earlier one of the same word. */
export function wordTable(
  entries: Iterable<readonly [string, number]>,
  hasCompounds: boolean,
): WordTable {
  const all = [...entries]
  let size = 1024
  while (size < all.length * 8) size *= 2
  const hashes = new Int32Array(size)
  const table = { mask: size - 1, hashes, values: new Int32Array(size), hasCompounds }
  for (const [word, value] of all) store(table, hashWord(word), value)
  return table
}

/** The value of the word with this hash, or 0. */
export function lookUp(table: WordTable, hash: number): number {
  const { mask, hashes, values } = table
  let slot = (hash ^ (hash >>> 15)) & mask
  while (values[slot] !== 0) {
    if (hashes[slot] === hash) return values[slot] ?? 0
    slot = (slot + 1) & mask
  }
  return 0
}

/** The hash a scan builds up, one lower-case character code after the other. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0
}

/** The hash of two words joined, from the hash of each and the length of the second. */
export function joinHashes(first: number, second: number, secondLength: number): number {
  let shifted = first
  for (let step = 0; step < secondLength; step++) shifted = Math.imul(shifted, 31)
  return (shifted + second) | 0
}

function hashWord(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at))
  return hash
}

function store(table: WordTable, hash: number, value: number): void {
  const { mask, hashes, values } = table
  let slot = (hash ^ (hash >>> 15)) & mask
  while (values[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask
  hashes[slot] = hash
  values[slot] = (values[slot] ?? 0) | value
}
