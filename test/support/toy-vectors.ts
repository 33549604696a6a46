import { createHash } from 'node:crypto'

/** Numbers that depend on the text alone, as a model's would; not of length 1. */
export function toyVector(text: string, dimensions: number): readonly number[] {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(text).digest()
  return Array.from(bytes, (byte) => (byte - 127.5) / 32)
}
