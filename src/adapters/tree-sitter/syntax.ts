import type * as TreeSitter from '@vscode/tree-sitter-wasm'
import type { Syntax } from '../../ports/syntax.ts'
import { loadTreeSitter, readGrammar } from './grammar-files.ts'
import { grammars } from './grammars.ts'
import { linesUsing } from './lines-using.ts'
import { outlineTree } from './outline-tree.ts'

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
  const { Parser, Language } = loadTreeSitter()
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(await readGrammar(grammar)))
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
