import type { Node } from '@vscode/tree-sitter-wasm'
import type { SyntaxBlock } from '../../ports/syntax.ts'
import { kindOfNode, wrappers } from './node-kinds.ts'

/** Deeper than any program a person wrote. */
const deepest = 200

/** The blocks under a node, outer before inner. */
export function outlineTree(root: Node): readonly SyntaxBlock[] {
  const blocks: SyntaxBlock[] = []
  const visit = (node: Node, depth: number) => {
    const block = blockOf(node)
    if (block !== undefined) blocks.push(block)
    if (depth === deepest) return
    for (const child of node.namedChildren) if (child !== null) visit(child, depth + 1)
  }
  for (const child of root.namedChildren) if (child !== null) visit(child, 1)
  return blocks
}

function blockOf(node: Node): SyntaxBlock | undefined {
  const value = node.type === 'variable_declarator' ? node.childForFieldName('value') : null
  const kind = kindOfNode(node.type, value?.type) ?? exportedKind(node)
  if (kind === undefined) return undefined
  const name = nameOf(node)
  // A forward declaration (`struct x;`) or an anonymous class has nothing to outline.
  if (name === '') return undefined
  const outer = outermost(node)
  return {
    kind,
    name,
    start: startWithComment(outer),
    header: (node.childForFieldName('name') ?? node).startPosition.row + 1,
    end: lastRow(outer) + 1,
  }
}

/** `export const limit = 3`: a name that others may ask for. */
function exportedKind(node: Node): SyntaxBlock['kind'] | undefined {
  const isVariable = node.type === 'variable_declarator'
  return isVariable && outermost(node).type === 'export_statement' ? 'value' : undefined
}

function outermost(node: Node): Node {
  let outer = node
  while (outer.parent !== null && wrappers.has(outer.parent.type)) outer = outer.parent
  return outer
}

/** The first line of the comment that ends on the line above, or the node's own. */
function startWithComment(node: Node): number {
  let first = node
  let above = node.previousNamedSibling
  while (above !== null && isAttached(above, first)) {
    first = above
    above = above.previousNamedSibling
  }
  return first.startPosition.row + 1
}

function isAttached(above: Node, below: Node): boolean {
  const isNote = above.type.includes('comment') || above.type === 'attribute_item'
  if (!isNote || lastRow(above) + 1 !== below.startPosition.row) return false
  const before = above.previousNamedSibling
  return before === null || lastRow(before) !== above.startPosition.row
}

/** Some nodes end at the start of the line after them. */
function lastRow(node: Node): number {
  const { row, column } = node.endPosition
  return column === 0 && row > node.startPosition.row ? row - 1 : row
}

const longestName = 120

function nameOf(node: Node): string {
  const named = node.childForFieldName('name') ?? declaredName(node)
  const found = named ?? node.childForFieldName('type') ?? firstNamed(node)
  return (found?.text ?? '').replace(/\s+/g, ' ').trim().slice(0, longestName)
}

/** C and C++ bury the name in declarators: `char *(*name)(int)`. */
function declaredName(node: Node): Node | null {
  let declarator = node.childForFieldName('declarator')
  while (declarator !== null) {
    const inner = declarator.childForFieldName('declarator')
    if (inner === null) return declarator
    declarator = inner
  }
  return null
}

/** Go's `type ( … )` names its first type; a CSS rule is named by its selectors. */
function firstNamed(node: Node): Node | null {
  const first =
    node.namedChildren.find((child) => child !== null && child.type !== 'comment') ?? null
  return first?.childForFieldName('name') ?? (first?.type === 'selectors' ? first : null)
}
