// Makes assets/static-embedder.bin from the weights of a sentence encoder: `node scripts/distill-embedder.ts [folder]`.
// The folder keeps the downloads for the next run. Nothing it fetches becomes a dependency.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeTable } from '../src/adapters/static-embedder/table.ts'
import { inputs, unpack } from './distill-embedder/inputs.ts'
import { quantized, type Rows, whitened } from './distill-embedder/rows.ts'
import { openTeacher, type Teacher } from './distill-embedder/teacher.ts'

const dimensions = 256
/** BERT's vocabulary: special and unused ids, then single characters, then words from `the` on by frequency. */
const firstCharacterId = 999
const firstWordId = 1996
const [startId, endId] = [101, 102]

async function main(): Promise<void> {
  const work = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'distill-embedder-'))
  const downloads = join(work, 'downloads')
  const packages = join(work, 'node_modules')
  const encoder = unpack(inputs.encoder, downloads, join(work, 'encoder'))
  const runtime = unpack(inputs.runtime, downloads, join(packages, 'onnxruntime-node'))
  unpack(inputs.runtimeTypes, downloads, join(packages, 'onnxruntime-common'))

  const model = join(encoder, 'dist/Xenova/all-MiniLM-L6-v2')
  const ids = readFileSync(join(model, 'vocab.txt'), 'utf8').trimEnd().split('\n')
  const teacher = await openTeacher(runtime, join(model, 'onnx/model.onnx'))
  const vocabulary = ids.slice(firstCharacterId)
  const rows = whitened(await encodeEach(teacher, vocabulary.length), dimensions)
  const bytes = encodeTable(quantized(rows, vocabulary, (row) => rarity(row, ids.length)))

  const target = new URL('../assets/static-embedder.bin', import.meta.url)
  writeFileSync(target, bytes)
  const digest = createHash('sha256').update(bytes).digest('hex')
  console.log(`${bytes.length} bytes, sha256 ${digest}: put it into static-embedder/asset.ts`)
}

/** What the encoder makes of each token standing alone. */
async function encodeEach(teacher: Teacher, count: number): Promise<Rows> {
  const batch = 256
  const parts: Float32Array[] = []
  for (let from = 0; from < count; from += batch) {
    const size = Math.min(batch, count - from)
    const sequences = Array.from({ length: size }, (_, index) => [
      startId,
      firstCharacterId + from + index,
      endId,
    ])
    parts.push(await teacher(sequences))
  }
  const [first] = parts
  if (!first) throw new Error('the vocabulary is empty')
  const width = first.length / Math.min(batch, count)
  const values = new Float32Array(count * width)
  for (const [index, part] of parts.entries()) values.set(part, index * batch * width)
  return { width, values }
}

/** Smooth inverse frequency a / (a + p), with p from Zipf's law over the rank of a token. */
function rarity(row: number, vocabularySize: number): number {
  const rank = Math.max(row + firstCharacterId - firstWordId + 1, 1)
  const probability = 1 / (rank * Math.log(vocabularySize))
  return 1e-4 / (1e-4 + probability)
}

await main()
