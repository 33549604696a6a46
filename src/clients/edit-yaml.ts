import { isMap, isScalar, isSeq, parseDocument, stringify, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Editor, Setting } from './editor.ts'

/** YAML whose lists have named items, as Continue's: `mcpServers.tamis` is the item with that name. */
export const yamlEditor: Editor = {
  empty: 'name: Local\nversion: 1.0.0\nschema: v1\n',
  parse: (text) => named(read(text).toJS() ?? {}),
  set(text, path, value) {
    const without = this.remove(text, path)
    const [list = '', name = ''] = path
    const node = read(without).get(list)
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const start = without === '' || without.endsWith('\n') ? without : without + eol
    if (node === undefined) return `${start}${list}:${eol}${itemText(name, value, '  ', eol)}`
    if (!isSeq(node) || node.flow || node.items.length === 0) return rewritten(without, path, value)
    const at = endOfLine(without, rangeOf(node)[1])
    const head = without.slice(0, at)
    const item = itemText(name, value, indentOf(without, node), eol)
    return `${head}${head.endsWith('\n') ? '' : eol}${item}${without.slice(at)}`
  },
  remove(text, path) {
    const [list = '', name = ''] = path
    const node = read(text).get(list, true)
    if (!isSeq(node)) return text
    const index = node.items.findIndex((item) => isMap(item) && item.get('name') === name)
    if (index === -1) return text
    if (node.flow) return withoutItem(text, list, index)
    const from = startOfLine(
      text,
      node.items.length === 1 ? keyStart(text, list) : itemStart(node, index),
    )
    return text.slice(0, from) + text.slice(endOfLine(text, rangeOf(node.items[index])[1]))
  },
}

function read(text: string): ReturnType<typeof parseDocument<YAMLMap>> {
  const document = parseDocument<YAMLMap>(text)
  const [error] = document.errors
  if (error) throw new SyntaxError(error.message)
  if (document.contents !== null && !isMap(document.contents))
    throw new SyntaxError('it is not a list of settings')
  return document as ReturnType<typeof parseDocument<YAMLMap>>
}

/** A list whose items all have names is a table of them. */
function named(whole: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [
      key,
      key === 'mcpServers' && Array.isArray(value)
        ? Object.fromEntries(value.map(({ name, ...rest }) => [name, rest]))
        : value,
    ]),
  )
}

function itemText(name: string, value: Setting, indent: string, eol: string): string {
  const item = { name, ...(value as Readonly<Record<string, Setting>>) }
  const lines = stringify(item, { lineWidth: 0 }).trimEnd().split('\n')
  return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}${eol}`).join('')
}

/** Lists in braces are few: comments stay, the layout is the library's. */
function rewritten(
  text: string,
  [list = '', name = '']: readonly string[],
  value: Setting,
): string {
  const document = read(text)
  const item = { name, ...(value as Readonly<Record<string, Setting>>) }
  const node = document.get(list)
  if (isSeq(node)) document.addIn([list], document.createNode(item))
  else document.set(list, document.createNode([item]))
  return document.toString({ lineWidth: 0 })
}

function withoutItem(text: string, list: string, index: number): string {
  const document = read(text)
  document.deleteIn([list, index])
  return document.toString({ lineWidth: 0 })
}

function rangeOf(node: unknown): readonly [number, number] {
  const { range } = node as { range?: readonly [number, number, number] | null }
  if (!range) throw new SyntaxError('a value has no place')
  return [range[0], range[1]]
}

function keyStart(text: string, list: string): number {
  const pair = read(text).contents?.items.find(({ key }) => isScalar(key) && key.value === list)
  return rangeOf(pair?.key)[0]
}

function itemStart(node: YAMLSeq, index: number): number {
  return rangeOf(node.items[index])[0]
}

function indentOf(text: string, node: YAMLSeq): string {
  const at = itemStart(node, 0)
  return /^[ \t]*/.exec(text.slice(startOfLine(text, at), at))?.[0] ?? ''
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

function endOfLine(text: string, at: number): number {
  if (text[at - 1] === '\n') return at
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}
