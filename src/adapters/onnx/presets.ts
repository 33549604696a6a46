import type { Pooling } from '../../ports/model-shelf.ts'

/** An encoder known to work, with the digests of its files. */
interface Preset {
  readonly name: string
  readonly repository: string
  readonly dimensions: number
  readonly maxTokens: number
  readonly pooling: Pooling
  readonly weights: { readonly path: string; readonly sha256: string }
  readonly tokenizer: { readonly path: string; readonly sha256: string }
}

/** English encoders with 8-bit weights. Facts from their model cards. */
export const presets: readonly Preset[] = [
  {
    name: 'bge-small-en-v1.5',
    repository: 'Xenova/bge-small-en-v1.5',
    dimensions: 384,
    maxTokens: 512,
    pooling: 'cls',
    weights: {
      path: 'onnx/model_quantized.onnx',
      sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    },
    tokenizer: {
      path: 'tokenizer.json',
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
  },
  {
    name: 'all-MiniLM-L6-v2',
    repository: 'Xenova/all-MiniLM-L6-v2',
    dimensions: 384,
    maxTokens: 256,
    pooling: 'mean',
    weights: {
      path: 'onnx/model_quantized.onnx',
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
    tokenizer: {
      path: 'tokenizer.json',
      sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
    },
  },
]
