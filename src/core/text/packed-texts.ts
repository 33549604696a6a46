/** A text as bytes in a block that it shares with others. */
export interface PackedText {
  readonly block: Block
  readonly start: number
  readonly end: number
}

interface Block {
  readonly bytes: Uint8Array
  texts: number
}

interface TextPacker {
  pack(text: string): PackedText
  /** It is read no more: its place is taken by others once all of its block are. */
  release(packed: PackedText): void
}

const blockBytes = 256 * 1024
const mostBytesPerChar = 3

/**
 * Puts short texts away that are kept for a while, in the order they leave again: as text and objects
 * the collector of memory would move each of them several times, while requests wait.
 */
export function textPacker(): TextPacker {
  const encoder = new TextEncoder()
  const free: Block[] = []
  let block: Block = newBlock(blockBytes)
  let used = 0

  function nextBlock(most: number): Block {
    const known = most > blockBytes ? undefined : free.pop()
    return known ?? newBlock(Math.max(blockBytes, most))
  }

  return {
    pack(text) {
      const most = mostBytesPerChar * text.length
      if (used + most > block.bytes.length) {
        block = nextBlock(most)
        used = 0
      }
      const start = used
      used += encoder.encodeInto(text, block.bytes.subarray(start)).written
      block.texts++
      return { block, start, end: used }
    },
    release({ block: left }) {
      left.texts--
      if (left.texts > 0 || left === block) return
      if (left.bytes.length === blockBytes) free.push(left)
    },
  }
}

export function unpackText({ block, start, end }: PackedText): string {
  const bytes = block.bytes.subarray(start, end)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function newBlock(size: number): Block {
  return { bytes: new Uint8Array(size), texts: 0 }
}
