import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

/** The vector as bytes, little end first, which is how every machine we run on keeps it. */
export function toBytes({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Copied: the driver's bytes need not lie on a multiple of four. */
export function toVector(bytes: unknown): Float32Array {
  return new Float32Array(new Uint8Array(bytes instanceof Uint8Array ? bytes : []).buffer)
}

/** Bytes back to a vector; a length that is not the model's is refused, never compared. */
export function checkedVector(bytes: unknown, dimensions: number, model: string): Float32Array {
  const stored = bytes instanceof Uint8Array ? bytes.byteLength / 4 : 0
  if (stored !== dimensions) throw dimensionsDiffer(stored, dimensions, model)
  return toVector(bytes)
}

/** Vectors of one model in two lengths: only embedding anew helps. */
export function dimensionsDiffer(stored: number, given: number, model: string): EngineError {
  return new EngineError(
    'vector_dimensions_differ',
    phrase`The index holds vectors of ${stored} dimensions under \`${model}\`, and the model now gives ${given}`,
    {
      hint: 'Run `tamis ingest --reembed` to embed every chunk again.',
      details: { model, stored, given },
    },
  )
}
