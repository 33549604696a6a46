import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A stand-in for the optional runtime: every token id becomes the same small vector each time. */
const source = `
exports.Tensor = class { constructor(type, data, dims) { Object.assign(this, { type, data, dims }) } }
exports.InferenceSession = {
  async create(path) {
    const [width] = require('node:fs').readFileSync(path)
    if (width > 200) throw new Error('this is no model')
    return {
      inputNames: ['input_ids', 'attention_mask'],
      outputNames: ['last_hidden_state'],
      async run({ input_ids: { data: ids }, ...others }) {
        if ('token_type_ids' in others) throw new Error('nobody asked for token_type_ids')
        await new Promise((resolve) => setImmediate(resolve))
        const data = new Float32Array(ids.length * width)
        ids.forEach((id, row) => {
          for (let d = 0; d < width; d++) data[row * width + d] = Math.sin(Number(id) * (d + 1))
        })
        return { last_hidden_state: { dims: [1, ids.length, width], data } }
      },
    }
  },
}`

/** Installs the stand-in where Tamis looks for the real one. */
export async function installToyRuntime(home: string): Promise<void> {
  const folder = join(home, 'node_modules', 'onnxruntime-node')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}')
  await writeFile(join(folder, 'index.js'), source)
}

/** A folder as the hub has it. The toy's weights are one byte: the length of its vectors. */
export async function writeToyModel(folder: string, dimensions = 8): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true })
  await writeFile(join(folder, 'onnx/model.onnx'), Uint8Array.of(dimensions))
  await writeFile(join(folder, 'config.json'), JSON.stringify({ hidden_size: dimensions }))
  await writeFile(join(folder, 'tokenizer.json'), toyTokenizer)
}

/** Letters and digits as tokens, with marks at both ends. */
const pieces = [...'[]<|>abcdefghijklmnopqrstuvwxyz0123456789.,?_']
const tokens = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  ...pieces,
  ...pieces.map((piece) => `##${piece}`),
]
const toyTokenizer = JSON.stringify({
  version: '1.0',
  truncation: { max_length: 4, strategy: 'LongestFirst', stride: 0, direction: 'Right' },
  padding: null,
  added_tokens: [],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
  },
})
