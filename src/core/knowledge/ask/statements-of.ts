import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { frontMatter } from '../chunk/front-matter.ts'
import { codeStatements, mostCodeLines } from './code-statements.ts'

/** A stretch of a chunk that can stand alone, verbatim. */
export interface Statement {
  readonly text: string
  readonly kind: 'prose' | 'row' | 'code'
  /** 1-based, in the document. */
  readonly startLine: number
  readonly endLine: number
  /** What stands above it and says what it is about: headings, and the sentence before a code block. */
  readonly context: string
}

/** The sentences, table rows and blocks of code of a chunk, or the definition it is; headings and fences are not statements. */
export function statementsOf(chunk: KeyedChunk): readonly Statement[] {
  const headings = [chunk.document.title, ...chunk.headingPath].join(' ')
  const isOutlined = ['markdown', 'notebook', 'html', 'office'].includes(chunk.document.kind)
  const lines = isOutlined ? linesOfText(chunk.text, chunk.startLine === 1) : chunk.text.split('\n')
  const statements: Statement[] = []
  let lead = ''
  if (chunk.document.kind === 'code') return codeStatements(chunk, headings)
  for (const block of blocksOf(lines, isOutlined)) {
    const startLine = chunk.startLine + block.start
    const context = block.kind === 'prose' ? headings : `${headings} ${lead}`
    const found = readers[block.kind](block.lines.join('\n'))
    for (const { text, line } of found) {
      const at = startLine + line
      const endLine = at + newlines(text)
      statements.push({ text, kind: block.kind, startLine: at, endLine, context })
    }
    if (block.kind === 'prose') lead = found.at(-1)?.text ?? ''
  }
  return statements
}

/** Metadata at the top and notes to writers are no statements; empty lines in their place keep the count. */
function linesOfText(text: string, isTop: boolean): readonly string[] {
  const end = isTop ? (frontMatter(text)?.end ?? 0) : 0
  const blank = (hidden: string): string => hidden.replace(/[^\n]/g, '')
  const shown = text.slice(end).replace(/<!--[\s\S]*?-->/g, blank)
  return (blank(text.slice(0, end)) + shown).split('\n')
}

interface Block {
  readonly kind: Statement['kind']
  /** Of its first line in the chunk, from 0. */
  readonly start: number
  readonly lines: string[]
}

const fence = /^\s*(?:```|~~~)/
const heading = /^\s*#{1,6}\s|^\s*(?:={3,}|-{3,}|\*{3,})\s*$/
const tableRule = /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+[\s:|-]*$/
const item = /^\s*(?:[-*+]|\d+[.)])\s/

/** Runs of lines of one kind; what separates them is dropped. */
function blocksOf(lines: readonly string[], isOutlined: boolean): readonly Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  let isFenced = false
  for (const [at, line] of lines.entries()) {
    const isFence = isOutlined && fence.test(line)
    isFenced = isFenced !== isFence
    const kind = isFence ? undefined : kindOf(line, isFenced, isOutlined)
    if (open && open.kind === kind && !(isOutlined && item.test(line))) {
      open.lines.push(line)
      continue
    }
    open = kind && { kind, start: at, lines: [line] }
    if (open) blocks.push(open)
  }
  return blocks
}

function kindOf(
  line: string,
  isFenced: boolean,
  isOutlined: boolean,
): Statement['kind'] | undefined {
  if (isFenced) return 'code'
  if (line.trim() === '') return undefined
  if (!isOutlined) return 'prose'
  if (heading.test(line) || tableRule.test(line)) return undefined
  return /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'prose'
}

interface Found {
  readonly text: string
  /** Of its first line in the block, from 0. */
  readonly line: number
}

const readers: Readonly<Record<Statement['kind'], (text: string) => readonly Found[]>> = {
  prose: sentencesOf,
  row: linesOf,
  code: (text) => [{ text: text.split('\n').slice(0, mostCodeLines).join('\n'), line: 0 }],
}

function linesOf(text: string): readonly Found[] {
  return text.split('\n').map((one, line) => ({ text: one.trim(), line }))
}

/** A line break does not end a sentence; a full stop, a question mark or the end of the block does. */
function sentencesOf(text: string): readonly Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(/\S[\s\S]*?(?:[.!?。！？]["”»)*_]*(?=\s|$)|$)/g)) {
    const sentence = match[0].trim().replace(item, '')
    const line = newlines(text.slice(0, match.index))
    if (sentence.length >= 3) found.push({ text: sentence, line })
  }
  return found
}

function newlines(text: string): number {
  return text.split('\n').length - 1
}
