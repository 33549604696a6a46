import type * as TreeSitter from '@vscode/tree-sitter-wasm'
import type { Node } from '@vscode/tree-sitter-wasm'
import type { Syntax } from '../../ports/syntax.ts'
import { loadTreeSitter, readGrammar } from './grammar-files.ts'
import { grammars } from './grammars.ts'
import { kindOfNode } from './node-kinds.ts'
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

/** The lines on which a name stands in a program, without those that define it; each once, in order. */
function linesUsing(root: Node, name: string): readonly number[] {
  const lines = new Set<number>()
  const cursor = root.walk()
  for (let isMore = true; isMore; ) {
    const node = cursor.currentNode
    const isName = node.childCount === 0 && /identifier|constant|word|name/.test(node.type)
    if (isName && node.text === name && !isDefined(node)) lines.add(node.startPosition.row + 1)
    if (cursor.gotoFirstChild()) continue
    isMore = cursor.gotoNextSibling()
    while (!isMore && cursor.gotoParent()) isMore = cursor.gotoNextSibling()
  }
  cursor.delete()
  return [...lines]
}

function isDefined(node: Node): boolean {
  const { parent } = node
  if (parent === null || parent.childForFieldName('name')?.id !== node.id) return false
  return parent.type === 'variable_declarator' || kindOfNode(parent.type) !== undefined
}
