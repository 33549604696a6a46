import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { frontMatter } from '../chunk/front-matter.ts'
import { codeStatements, mostCodeLines } from './code-statements.ts'

/** A stretch of a chunk that can stand alone, verbatim. */
export interface Statement {
  readonly text: string
  /** Lines above it without which it says little, shown before it: what introduces it, the head of its table. */
  readonly lead?: string
  readonly kind: 'prose' | 'row' | 'code'
  /** 1-based, in the document. */
  readonly startLine: number
  readonly endLine: number
  /** What says what it is about: headings, and the sentences before it. */
  readonly context: string
}

/** A section no longer than this can be quoted whole. */
const shortSection = 900

/** A short section of a page as one statement, without its heading; `undefined` for anything else. */
export function wholeSection(chunk: KeyedChunk): Statement | undefined {
  const { document, headingPath, text, startLine } = chunk
  if (document.kind !== 'markdown' || headingPath.length === 0) return undefined
  const lines = linesOfText(text, startLine === 1)
  const isShown = (line: string): boolean =>
    line.trim() !== '' && !heading.test(line) && !onlyTags.test(line)
  const start = lines.findIndex(isShown)
  const end = lines.findLastIndex(isShown)
  const shown = lines.slice(start, end + 1).filter((line) => !onlyTags.test(line))
  const body = shown.join('\n')
  // Short sections share a passage: none of them is the whole of it.
  if (shown.some((line) => heading.test(line))) return undefined
  if (start === -1 || body.length > shortSection || shown.length > mostCodeLines) return undefined
  const context = [document.title, ...headingPath].join(' ')
  return {
    text: body,
    kind: 'prose',
    startLine: startLine + start,
    endLine: startLine + end,
    context,
  }
}

/**
 * What can be quoted of a chunk: the definition it is, or the sentences and short paragraphs of a
 * page, its blocks of code with what introduces them, its rows under the head of their table.
 */
export function statementsOf(chunk: KeyedChunk): readonly Statement[] {
  const headings = [chunk.document.title, ...chunk.headingPath].join(' ')
  if (chunk.document.kind === 'code') return codeStatements(chunk, headings)
  const isOutlined = ['markdown', 'notebook', 'html', 'office'].includes(chunk.document.kind)
  const lines = isOutlined ? linesOfText(chunk.text, chunk.startLine === 1) : chunk.text.split('\n')
  const statements: Statement[] = []
  const blocks = blocksOf(lines, isOutlined)
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    const lead = before?.kind === 'prose' ? before.lines.join(' ') : ''
    const context = block.kind === 'prose' ? headings : `${headings} ${lead}`
    for (const { start, end, ...found } of readers[block.kind](block, before, lines)) {
      const [startLine, endLine] = [chunk.startLine + start, chunk.startLine + end]
      statements.push({ ...found, kind: block.kind, startLine, endLine, context })
    }
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
/** An anchor, a badge or another line of nothing but tags. */
const onlyTags = /^\s*(?:<[^>]+>\s*)+$/
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
    if (open && open.kind === kind && !(kind === 'prose' && isOutlined && item.test(line))) {
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
  if (heading.test(line) || onlyTags.test(line)) return undefined
  return /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'prose'
}

interface Found extends Pick<Statement, 'text' | 'lead'> {
  /** Of its first and last line in the chunk, from 0. */
  readonly start: number
  readonly end: number
}

type Reader = (
  block: Block,
  before: Block | undefined,
  lines: readonly string[],
) => readonly Found[]

const readers: Readonly<Record<Statement['kind'], Reader>> = {
  prose: sentencesOf,
  row: rowsOf,
  code: (block, before, lines) => [sampleOf(block, before, lines)],
}

/** A row says what it means under the head of its table; the head alone says nothing. */
function rowsOf({ lines, start }: Block): readonly Found[] {
  const ruleAt = lines.findIndex((line) => tableRule.test(line))
  const lead = lines.slice(0, ruleAt + 1).join('\n')
  return lines.slice(ruleAt + 1).map((line, at) => {
    const place = start + ruleAt + 1 + at
    return { text: line.trim(), ...(lead ? { lead } : {}), start: place, end: place }
  })
}

/** A lead longer than this says more than what the code below it is. */
const longestLead = 300

/** A block of code with the words right above it that introduce it. */
function sampleOf(
  { lines: own, start }: Block,
  before: Block | undefined,
  lines: readonly string[],
): Found {
  const shown = own.slice(0, mostCodeLines)
  const found = { text: shown.join('\n'), start, end: start + shown.length - 1 }
  if (before?.kind !== 'prose') return found
  const lead = before.lines.join('\n').trim()
  const between = lines.slice(before.start + before.lines.length, start)
  const isNear = between.every((line) => line.trim() === '' || fence.test(line))
  return isNear && lead.length <= longestLead ? { ...found, lead, start: before.start } : found
}

/** A paragraph no longer than this is quoted whole: its sentences need each other. */
const shortParagraph = 240

/** A line break does not end a sentence; a full stop, a question mark or the end of the block does. */
function sentencesOf({ lines, start }: Block): readonly Found[] {
  const text = lines.join('\n')
  const whole = text.trim().replace(item, '')
  if (whole.length <= shortParagraph && !/[?？؟]/.test(whole) && whole.length >= 3)
    return [{ text: whole, start, end: start + lines.length - 1 }]
  const found: Found[] = []
  for (const { sentence, offset } of dividedAt(text)) {
    const at = start + newlines(text.slice(0, offset))
    const bare = sentence.replace(item, '')
    if (bare.length >= 3) found.push({ text: bare, start: at, end: at + newlines(sentence) })
  }
  return found
}

const sentenceEnd = /[.!?。！？]["”»)*_]*(?=\s|$)/g
/** A full stop after these ends a word. */
const shortened = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|resp|approx|[A-Z])\.$/

function dividedAt(
  text: string,
): readonly { readonly sentence: string; readonly offset: number }[] {
  const ends = [...text.matchAll(sentenceEnd)]
    .filter(({ index }) => !shortened.test(text.slice(Math.max(0, index - 8), index + 1)))
    .map((match) => match.index + match[0].length)
  const starts = [0, ...ends]
  return starts.map((from, at) => {
    const piece = text.slice(from, starts[at + 1])
    return { sentence: piece.trim(), offset: from + piece.length - piece.trimStart().length }
  })
}

function newlines(text: string): number {
  return text.split('\n').length - 1
}
