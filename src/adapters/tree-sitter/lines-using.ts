import type { Node } from '@vscode/tree-sitter-wasm'
import { kindOfNode } from './node-kinds.ts'

/** The lines on which a name stands in a program, without those that define it; each once, in order. */
export function linesUsing(root: Node, name: string): readonly number[] {
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
