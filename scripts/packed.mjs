/**
 * Packages of which a small part ships inside our own files, since the whole is large: one of six
 * encodings, and grammars that pack to a tenth.
 */
export const packedPackages = ['@vscode/tree-sitter-wasm', 'gpt-tokenizer']
