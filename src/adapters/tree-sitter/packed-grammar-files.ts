import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type * as TreeSitter from '@vscode/tree-sitter-wasm'

const folder = new URL('./grammars/', import.meta.url)
const require = createRequire(import.meta.url)
const unpack = promisify(zstdDecompress)

/** The parser as the build lays it beside us: a twentieth of its package. */
export function loadTreeSitter(): typeof TreeSitter {
  return require('./grammars/tree-sitter.cjs')
}

/** A grammar, unpacked in a few milliseconds. */
export async function readGrammar(name: string): Promise<Uint8Array> {
  return unpack(await readFile(new URL(`${name}.wasm.zst`, folder)))
}
