import type { Editor } from './editor.ts'
import { type JsonNode, type Member, type ObjectNode, plainValue, readJsonc } from './jsonc-tree.ts'

/** JSON, with comments and trailing commas where the client allows them: only the lines that change are written. */
export const jsoncEditor: Editor = {
  empty: '{}\n',
  parse: (text) => plainValue(readJsonc(text)),
  set(text, path, value) {
    const { node, depth } = deepest(readJsonc(text), path)
    const rest = path.slice(depth)
    const [key] = rest
    if (key === undefined) return replace(text, node, layOut(text, value, indentAt(text, node)))
    if (node.kind !== 'object') throw new SyntaxError(`${path.join('.')} is not an object`)
    return insert(text, node, key, nest(rest.slice(1), value))
  },
  remove(text, path) {
    const { node, depth } = deepest(readJsonc(text), path.slice(0, -1))
    const index =
      node.kind === 'object' && depth === path.length - 1
        ? node.members.findIndex(({ key }) => key === path.at(-1))
        : -1
    if (node.kind !== 'object' || index === -1) return text
    return node.members.length === 1
      ? replace(text, node, '{}')
      : removeMember(text, node.members, index)
  },
}

/** The last node on a path that is there, and how many names lead to it. */
function deepest(root: JsonNode, path: readonly string[]): { node: JsonNode; depth: number } {
  let node = root
  for (const [depth, key] of path.entries()) {
    const member =
      node.kind === 'object' ? node.members.findLast((one) => one.key === key) : undefined
    if (!member) return { node, depth }
    node = member.value
  }
  return { node, depth: path.length }
}

function insert(text: string, node: ObjectNode, key: string, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const [first] = node.members
  const last = node.members.at(-1)
  const isOnOneLine = first !== undefined && !text.slice(node.start, first.start).includes('\n')
  if (isOnOneLine && last) {
    const end = last.value.end
    return `${text.slice(0, end)}, ${JSON.stringify(key)}: ${JSON.stringify(value)}${text.slice(end)}`
  }
  const indent = first ? indentOf(text, first.start) : indentOf(text, node.start) + unitOf(text)
  const member = `${eol}${indent}${JSON.stringify(key)}: ${layOut(text, value, indent)}`
  if (!last) {
    const inside = text.slice(node.start + 1, node.end - 1).trimEnd()
    const close = `${eol}${indentOf(text, node.start)}}`
    return `${text.slice(0, node.start + 1)}${inside}${member}${close}${text.slice(node.end)}`
  }
  // A comment behind the last member stays behind it; only its comma moves in before.
  const contentEnd = node.start + text.slice(node.start, node.end - 1).trimEnd().length
  const comma = node.hasTrailingComma ? '' : ','
  const tail = node.hasTrailingComma ? ',' : ''
  return [
    text.slice(0, last.value.end),
    comma,
    text.slice(last.value.end, contentEnd),
    member,
    tail,
    text.slice(contentEnd),
  ].join('')
}

function removeMember(text: string, members: readonly Member[], index: number): string {
  const member = members[index]
  const before = members[index - 1]
  const after = members[index + 1]
  if (!member) return text
  if (after) return text.slice(0, member.start) + text.slice(after.start)
  return text.slice(0, before?.value.end) + text.slice(member.value.end)
}

function replace(text: string, { start, end }: JsonNode, written: string): string {
  return text.slice(0, start) + written + text.slice(end)
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}

/** A value in the file's own indentation and line ends: tables over several lines, a list of words on one. */
function layOut(text: string, value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const inner = indent + unitOf(text)
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object'))
      return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
    const entries = value.map((one) => `${eol}${inner}${layOut(text, one, inner)}`)
    return `[${entries.join(',')}${eol}${indent}]`
  }
  const members = Object.entries(value).map(
    ([key, one]) => `${eol}${inner}${JSON.stringify(key)}: ${layOut(text, one, inner)}`,
  )
  return members.length === 0 ? '{}' : `{${members.join(',')}${eol}${indent}}`
}

function indentAt(text: string, { start }: JsonNode): string {
  return indentOf(text, start)
}

/** The white space that begins the line of a position. */
function indentOf(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, at))?.[0] ?? ''
}

function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
}
