/** Watches a response go by: its beginning and its end, never the whole. */
export interface ResponseTap {
  see(chunk: Buffer): void
  bytes(): number
  /** What was kept, in order; a gap may lie between the beginning and the end. */
  kept(): Buffer
  /** Whether `kept` is all there was. */
  isWhole(): boolean
}

const headBytes = 16 * 1024
const tailBytes = 64 * 1024

/** Keeps references to chunks that are already in memory: nothing is copied while the response runs. */
export function responseTap(): ResponseTap {
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let total = 0
  let inHead = 0
  let inTail = 0
  let isWhole = true

  function shorten(): void {
    while (tail.length > 1 && inTail - (tail[0]?.length ?? 0) >= tailBytes) {
      inTail -= tail[0]?.length ?? 0
      tail = tail.slice(1)
      isWhole = false
    }
  }

  return {
    see(chunk) {
      total += chunk.length
      if (inHead < headBytes) {
        head.push(chunk)
        inHead += chunk.length
        return
      }
      tail.push(chunk)
      inTail += chunk.length
      // Shortened now and then only: a long stream has very many small chunks.
      if (inTail > 2 * tailBytes) shorten()
    },
    bytes: () => total,
    kept: () => joined([...head, ...tail]),
    isWhole: () => isWhole,
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return only && chunks.length === 1 ? only : Buffer.concat(chunks)
}
