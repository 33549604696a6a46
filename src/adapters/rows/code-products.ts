import { codeProductsModule } from './code-products.generated.ts'

/** The part of WebAssembly that is used here: Node has it, but leaves its types to those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { readonly initial: number }) => WebAssemblyMemory
  readonly Instance: new (
    module: object,
    imports: { readonly codes: { readonly memory: WebAssemblyMemory } },
  ) => { readonly exports: { readonly multiply: Multiply } }
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer
}

type Multiply = (
  row: number,
  end: number,
  stride: number,
  query: number,
  scale: number,
  score: number,
) => void

/** Room for rows of codes in the memory of a module that multiplies eight of them at a time. */
export interface CodeRoom {
  /** Of a row in `codes`: its values, and zeros up to the next multiple of 16. */
  readonly stride: number
  readonly codes: Int8Array
  readonly scales: Float32Array
  /** What `multiply` reads: the codes of the query, with zeros after them. */
  readonly query: Int16Array
  /** What `multiply` writes: for each row the sum of its products with the query, times its scale. */
  readonly scores: Float32Array
  multiply(count: number): void
}

const pageBytes = 65_536
const lane = 16

let compiled: object | undefined

export function reserveCodeRoom(count: number, dimensions: number): CodeRoom {
  const stride = Math.ceil(dimensions / lane) * lane
  const scalesAt = stride * 2
  const scoresAt = scalesAt + count * 4
  const codesAt = Math.ceil((scoresAt + count * 4) / lane) * lane
  const bytes = codesAt + count * stride
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })
  compiled ??= new WebAssembly.Module(Buffer.from(codeProductsModule, 'base64'))
  const { multiply } = new WebAssembly.Instance(compiled, { codes: { memory } }).exports
  return {
    stride,
    codes: new Int8Array(memory.buffer, codesAt, count * stride),
    scales: new Float32Array(memory.buffer, scalesAt, count),
    query: new Int16Array(memory.buffer, 0, stride),
    scores: new Float32Array(memory.buffer, scoresAt, count),
    multiply: (rows) => multiply(codesAt, codesAt + rows * stride, stride, 0, scalesAt, scoresAt),
  }
}
