// Makes assets/static-embedder.bin from a sentence encoder: `node scripts/distill-embedder.ts [folder]`.
// The folder keeps the downloads for the next run. Nothing it fetches becomes a dependency.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeTable } from '../src/adapters/static-embedder/table.ts'
import { wordPiece } from '../src/adapters/static-embedder/word-piece.ts'
import { type Bags, fitRows } from './distill-embedder/fit-rows.ts'
import { inputs, type PackedInput, unpack } from './distill-embedder/inputs.ts'
import { quantize } from './distill-embedder/quantize.ts'
import { unitRows } from './distill-embedder/rows.ts'
import { principalSpace, project } from './distill-embedder/space.ts'
import { openTeacher } from './distill-embedder/teacher.ts'
import { docComments, glosses } from './distill-embedder/texts.ts'

const dimensions = 256
const evenness = 0.4
const penalty = 0.3
const steps = 10
const commentCount = 25_000
const tokensPerText = 62
/** BERT's vocabulary: special and unused ids, then single characters, then words from `the` on by frequency. */
const firstCharacterId = 999
const firstWordId = 1996
const [startId, endId] = [101, 102]

async function main(): Promise<void> {
  const work = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'distill-embedder-'))
  const place = (input: PackedInput, folder: string) =>
    unpack(input, join(work, 'downloads'), join(work, folder))
  const runtime = place(inputs.runtime, 'node_modules/onnxruntime-node')
  place(inputs.runtimeTypes, 'node_modules/onnxruntime-common')
  const model = join(place(inputs.encoder, 'encoder'), 'model/Xenova/bge-small-en-v1.5')
  const texts = [
    ...glosses(place(inputs.dictionary, 'dictionary')),
    ...docComments(join(place(inputs.reference, 'reference'), 'clients'), commentCount),
  ]

  const vocabulary = readVocabulary(join(model, 'tokenizer.json'))
  const teach = await openTeacher(runtime, join(model, 'onnx/model_quantized.onnx'))
  const encode = (rows: readonly (readonly number[])[]) =>
    teach(rows.map((ids) => [startId, ...ids.map((id) => id + firstCharacterId), endId]))

  const tokenize = wordPiece(vocabulary)
  const bodies = texts.map((text) => tokenize(text).slice(0, tokensPerText))
  const known = bodies.filter((ids) => ids.length > 0)
  const taught = await encode(known)
  const space = principalSpace(taught, dimensions, evenness)
  const alone = project(await encode([...vocabulary.keys()].map((id) => [id])), space)
  const targets = unitRows(project(taught, space))
  const rows = fitRows(toBags(known, vocabulary), targets, alone, penalty, steps)

  const bytes = encodeTable(quantize(rows, vocabulary, (row) => rarity(row, vocabulary)))
  writeFileSync(new URL('../assets/static-embedder.bin', import.meta.url), bytes)
  const digest = createHash('sha256').update(bytes).digest('hex')
  console.log(`${bytes.length} bytes, sha256 ${digest}: put it into static-embedder/asset.ts`)
}

/** The tokens that can stand in a text, by id. */
function readVocabulary(path: string): readonly string[] {
  const { model } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> }
  }
  return Object.entries(model.vocab)
    .sort(([, one], [, other]) => one - other)
    .map(([token]) => token)
    .slice(firstCharacterId)
}

/** Texts as the embedder will see them: each token with its rarity, punctuation left out. */
function toBags(bodies: readonly (readonly number[])[], vocabulary: readonly string[]): Bags {
  const isWord = vocabulary.map((token) => !/^[!-/:-@[-`{-~]$/.test(token))
  const kept = bodies.map((ids) => ids.filter((id) => isWord[id]))
  const starts = new Uint32Array(kept.length + 1)
  for (const [index, ids] of kept.entries()) starts[index + 1] = (starts[index] ?? 0) + ids.length
  const weights = kept.flatMap((ids) => {
    const raw = ids.map((id) => rarity(id, vocabulary))
    const sum = raw.reduce((total, value) => total + value, 0)
    return raw.map((value) => value / sum)
  })
  return { starts, tokens: Uint32Array.from(kept.flat()), weights: Float32Array.from(weights) }
}

/** Smooth inverse frequency a / (a + p), with p from Zipf's law over the rank of a token. */
function rarity(row: number, vocabulary: readonly string[]): number {
  const rank = Math.max(row + firstCharacterId - firstWordId + 1, 1)
  const probability = 1 / (rank * Math.log(vocabulary.length + firstCharacterId))
  return 3e-4 / (3e-4 + probability)
}

await main()
