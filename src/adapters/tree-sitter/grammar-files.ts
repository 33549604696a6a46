import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as TreeSitter from '@vscode/tree-sitter-wasm'

const require = createRequire(import.meta.url)

/** The parser and its grammars as their package has them; the bundle reads `packed-grammar-files.ts` in place of this. */
export function loadTreeSitter(): typeof TreeSitter {
  // Node cannot tell the exports of this CommonJS package apart, so `import` finds none of them.
  return require('@vscode/tree-sitter-wasm')
}

export function readGrammar(name: string): Promise<Uint8Array> {
  return readFile(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`))
}
