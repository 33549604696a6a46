import { type Lines, lineAt, splitLines } from '../../text/lines.ts'
import { type Section, sectionsFrom } from './section.ts'

/** A definition in a source file: a function, a class, a method, a type. */
export interface Definition {
  readonly name: string
  /** 1-based and inclusive. */
  readonly startLine: number
  readonly endLine: number
}

/** A definition longer than this is cut at the definitions inside it. */
const longDefinition = 2400

/** One section per definition, comments above it included; a long one is cut at the ones inside it. */
export function codeSections(text: string, definitions: readonly Definition[]): readonly Section[] {
  const lines = splitLines(text)
  const offset = (line: number): number => lines.starts[line - 1] ?? text.length
  const sorted = [...definitions].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)
  const starts: { start: number; headingPath: readonly string[] }[] = []
  const open: Definition[] = []
  for (const definition of sorted) {
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < definition.startLine) open.pop()
    const outer = open.at(-1)
    const isWhole = outer && offset(outer.endLine + 1) - offset(outer.startLine) <= longDefinition
    open.push(definition)
    if (isWhole) {
      open.pop()
      continue
    }
    const first = withLeadIn(definition.startLine, (line) => lineAt(lines, line - 1))
    const start = offset(first)
    const path = open.map(({ name }) => name)
    if (start <= (starts.at(-1)?.start ?? -1)) continue
    starts.push({ start, headingPath: path })
  }
  return sectionsFrom(text, starts)
}

/** Comments, decorators and attributes above belong to the definition; one empty line may follow a block. */
function withLeadIn(startLine: number, textOf: (line: number) => string): number {
  let first = startLine
  const isBlockAbove = textOf(first - 1).trim() === '' && /\*\/\s*$/.test(textOf(first - 2))
  if (first > 2 && isBlockAbove) first -= 1
  while (first > 1 && /^\s*(?:\/\/|\/\*|\*|#|@|--|;;|""")/.test(textOf(first - 1))) first -= 1
  return first
}

const definitionLine =
  /^(?:export\s+|default\s+|public\s+|private\s+|protected\s+|static\s+|abstract\s+|async\s+|pub(?:\([^)]*\))?\s+|unsafe\s+)*(?:def|class|function\*?|fn|func|interface|struct|enum|trait|impl|type|module|namespace|object|record|sub|proc)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.)[\p{L}\p{N}_$]+)*)/u

/** `const name = (…) =>` at the margin, and the head of a method that stands alone. */
const functionValue =
  /^(?:export\s+)?(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\b[^=]{0,200}=\s*(?:async\b|function\b|\(|[\p{L}_$][\p{L}\p{N}_$]*\s*=>)/u
const methodHead =
  /^\s*(?:(?:public|private|protected|static|abstract|override|async|readonly|get|set)\s+)*\*?#?(?!(?:if|for|while|switch|catch|return|await|new)\b)([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^>]{0,200}>\s*)?\(/u

/** Definitions at the margin, recognised by their keyword: for languages without a grammar. */
export function definitionsByKeyword(text: string): readonly Definition[] {
  const lines = splitLines(text)
  const found: { name: string; startLine: number }[] = []
  for (let at = 0; at < lines.count; at++) {
    const line = lineAt(lines, at)
    const name = definitionLine.exec(line)?.[1] ?? functionValue.exec(line)?.[1]
    if (name !== undefined) found.push({ name, startLine: at + 1 })
  }
  if (found.length === 0) found.push(...loneMethod(lines))
  return found.map((one, at) => ({
    ...one,
    endLine: (found[at + 1]?.startLine ?? lines.count + 1) - 1,
  }))
}

/** A text that is one method and nothing else: its first line that is no comment names it. */
function loneMethod(lines: Lines): readonly { name: string; startLine: number }[] {
  for (let at = 0; at < Math.min(lines.count, 200); at++) {
    const line = lineAt(lines, at)
    if (/^\s*(?:\/\/|\/\*|\*|#|@|$)/.test(line)) continue
    const name = methodHead.exec(line)?.[1]
    return name === undefined ? [] : [{ name, startLine: at + 1 }]
  }
  return []
}
