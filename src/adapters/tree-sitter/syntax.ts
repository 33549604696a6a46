import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as TreeSitter from '@vscode/tree-sitter-wasm'
import type { Syntax } from '../../ports/syntax.ts'
import { linesUsing } from './lines-using.ts'
import { outlineTree } from './outline-tree.ts'

const require = createRequire(import.meta.url)

/** Our language names to the grammar files of the package. */
const grammars: Readonly<Record<string, string>> = {
  bash: 'bash',
  c: 'cpp',
  cpp: 'cpp',
  csharp: 'c-sharp',
  css: 'css',
  go: 'go',
  java: 'java',
  javascript: 'javascript',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  rust: 'rust',
  tsx: 'tsx',
  typescript: 'typescript',
}

const longestText = 2_000_000
const longestParseMs = 2_000

/** Grammars are loaded once, when first asked for. */
export function treeSitterSyntax(): Syntax {
  const parsers = new Map<string, Promise<TreeSitter.Parser>>()
  const parserOf = (grammar: string) => {
    const known = parsers.get(grammar) ?? loadParser(grammar)
    parsers.set(grammar, known)
    // What failed is tried again: a machine is out of handles for a moment only.
    known.catch(() => parsers.delete(grammar))
    return known
  }
  const read = async <Result>(
    text: string,
    language: string,
    of: (root: TreeSitter.Node) => Result,
  ): Promise<Result | undefined> => {
    const grammar = Object.hasOwn(grammars, language) ? grammars[language] : undefined
    if (grammar === undefined || text.length > longestText) return undefined
    return parse(await parserOf(grammar), text, of)
  }
  return {
    languages: Object.keys(grammars),
    outline: (text, language) => read(text, language, outlineTree),
    uses: (text, language, name) => read(text, language, (root) => linesUsing(root, name)),
  }
}

async function loadParser(grammar: string): Promise<TreeSitter.Parser> {
  // Node cannot tell the exports of this CommonJS package apart, so `import` finds none of them.
  const { Parser, Language }: typeof TreeSitter = require('@vscode/tree-sitter-wasm')
  await Parser.init()
  const file = require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)
  const parser = new Parser()
  parser.setLanguage(await Language.load(await readFile(file)))
  return parser
}

function parse<Result>(
  parser: TreeSitter.Parser,
  text: string,
  of: (root: TreeSitter.Node) => Result,
): Result | undefined {
  const deadline = performance.now() + longestParseMs
  // The grammars know no lone carriage return; a newline in its place keeps rows and lengths true.
  const tree = parser.parse(text.replace(/\r(?!\n)/g, '\n'), null, {
    progressCallback: () => performance.now() > deadline,
  })
  if (tree === null) {
    parser.reset()
    return undefined
  }
  const result = of(tree.rootNode)
  tree.delete()
  return result
}
