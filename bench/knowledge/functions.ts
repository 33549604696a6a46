import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { treeSitterSyntax } from '../../src/adapters/tree-sitter/syntax.ts'
import type { BenchDocument, BenchQuery, Corpus } from './data.ts'

const root = join(import.meta.dirname, '../../node_modules')
const languages: Readonly<Record<string, string>> = {
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.js': 'javascript',
  '.mjs': 'javascript',
}
const skippedFiles = /\.d\.[mc]?ts$|\.min\.|\.(?:test|spec)\./
const longestFile = 400_000
/** No package may make the table its own. */
const mostOfPackage = 30
/** Sentences that say nothing of what a function does. */
const noDescription = /eslint|deprecated|copyright|licen[cs]e|@ts-|istanbul|internal/i

interface Described {
  readonly name: string
  readonly body: string
  readonly sentence: string
  readonly language: string
}

/**
 * Functions of the installed packages that have a doc comment, without it, and the first sentence of
 * the comment as the question. Copies of one function in a package count once, and so do functions
 * with the same text in several: nobody could tell which of them is meant.
 */
export async function functionCorpus(): Promise<Corpus> {
  const documents: BenchDocument[] = []
  const queries: BenchQuery[] = []
  const asked = new Set<string>()
  const known = new Set<string>()
  for (const [name, folder] of packages()) {
    const functions = (await functionsOf(folder)).filter(({ body }) => {
      const text = body.replace(/\s+/g, ' ').trim()
      return !known.has(text) && known.add(text)
    })
    for (const [at, { body, sentence, language }] of functions.entries()) {
      const id = `${name}#${at}`
      documents.push({ id, title: '', text: body, kind: 'code', language })
      if (at >= mostOfPackage || asked.has(sentence)) continue
      asked.add(sentence)
      queries.push({ query: sentence, relevant: [id] })
    }
  }
  return { name: 'functions', documents, queries }
}

function packages(): readonly (readonly [string, string])[] {
  return foldersIn(root).flatMap((name) =>
    name.startsWith('@')
      ? foldersIn(join(root, name)).map(
          (inner) => [`${name}/${inner}`, join(root, name, inner)] as const,
        )
      : [[name, join(root, name)] as const],
  )
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}

const syntax = treeSitterSyntax()

async function functionsOf(folder: string): Promise<readonly Described[]> {
  const known = new Map<string, ReadonlySet<string>[]>()
  const found: Described[] = []
  for (const file of filesIn(folder))
    for (const one of await describedIn(file))
      if (!isKnown(known, one.name, one.body)) found.push(one)
  return found
}

async function describedIn(file: string): Promise<readonly Described[]> {
  const language = languages[extname(file)] ?? ''
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  const blocks = text.length > longestFile ? [] : await syntax.outline(text, language)
  return (blocks ?? []).flatMap(({ kind, name, start, header, end }) => {
    const length = end - header
    if (kind !== 'function' || length < 2 || length > 120) return []
    const [comment, body] = divide(lines.slice(start - 1, end), header - start)
    const sentence = firstSentence(comment)
    return sentence === undefined ? [] : [{ name, body, sentence, language }]
  })
}

function* filesIn(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(full)
    else if (extname(entry.name) in languages && !skippedFiles.test(entry.name)) yield full
  }
}

/** The comment above a definition, and the rest. */
function divide(lines: readonly string[], headerAt: number): readonly [string, string] {
  let at = 0
  while (at < headerAt && /^\s*(?:\/\*|\*|\/\/)/.test(lines[at] ?? '')) at += 1
  return [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')]
}

function firstSentence(comment: string): string | undefined {
  if (!comment.trimStart().startsWith('/**')) return undefined
  const words = comment
    .replace(/^\s*(?:\/\*\*?|\*\/|\*)/gm, ' ')
    .replaceAll('*/', ' ')
    .split(/^\s*@/m)[0]
    ?.replace(/\{@link(?:code)?\s+([^}]*)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const sentence = (/^(.+?[.!?])(?:\s|$)/.exec(words ?? '')?.[1] ?? words ?? '').trim()
  const count = sentence.split(' ').length
  const isGood = /^[A-Za-z]/.test(sentence) && count >= 4 && count <= 40
  return isGood && !noDescription.test(sentence) ? sentence : undefined
}

/** A function of the same name that shares most of its words is a copy. */
function isKnown(known: Map<string, ReadonlySet<string>[]>, name: string, body: string): boolean {
  const words = new Set(body.match(/[\w$]+/g))
  const earlier = known.get(name) ?? []
  known.set(name, [...earlier, words])
  return earlier.some((other) => {
    const shared = [...words].filter((word) => other.has(word)).length
    return shared / (words.size + other.size - shared) > 0.6
  })
}
