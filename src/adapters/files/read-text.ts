import { isUtf8 } from 'node:buffer'
import { extname, join } from 'node:path'
import type { FileSkip, FileText, FoundFile, ReadOptions } from '../../ports/files/source-files.ts'
import { htmlTitle, pageText } from './html.ts'
import { notebookText } from './notebook.ts'
import { officeReaders, officeText } from './office/office-text.ts'
import { pdfText } from './pdf.ts'
import { readPlainFile } from './read-plain-file.ts'
import { holdsSecret } from './secrets.ts'
import { skipByContent } from './skip-rules.ts'

/** The text of a file by its format; what cannot be read is passed over with a reason. */
export async function readText(
  file: FoundFile,
  { includeSecrets = false }: ReadOptions = {},
): Promise<FileText | FileSkip> {
  const extension = extname(file.path).slice(1).toLowerCase()
  const bytes = await readPlainFile(join(file.root, file.path))
  if (typeof bytes === 'string') return { path: file.path, skipped: bytes }
  if (extension === 'pdf') return readPdf(file, bytes, includeSecrets)
  if (Object.hasOwn(officeReaders, extension))
    return readOffice(file, bytes, extension, includeSecrets)
  if (!wideEncoding(bytes) && bytes.subarray(0, 8192).includes(0))
    return { path: file.path, skipped: 'binary' }
  const text = decode(bytes)
  const reason = skipByContent(text, includeSecrets)
  if (reason) return { path: file.path, skipped: reason }
  return byExtension(file, extension, text)
}

function byExtension(file: FoundFile, extension: string, text: string): FileText | FileSkip {
  if (extension === 'html' || extension === 'htm') {
    const title = htmlTitle(text)
    return { text: pageText(text), kind: 'html', ...(title ? { title } : {}) }
  }
  if (extension === 'ipynb') {
    const notebook = notebookText(text)
    return notebook === undefined
      ? { path: file.path, skipped: 'damaged' }
      : { text: notebook, kind: 'notebook' }
  }
  if (structured.has(extension)) return { text, kind: 'structured' }
  const language = codeLanguages[extension]
  if (language !== undefined) return { text, kind: 'code', language }
  return { text, kind: extension === 'md' || extension === 'mdx' ? 'markdown' : 'text' }
}

async function readPdf(
  file: FoundFile,
  bytes: Buffer,
  includeSecrets: boolean,
): Promise<FileText | FileSkip> {
  const read = await pdfText(new Uint8Array(bytes))
  if (typeof read === 'string') return { path: file.path, skipped: read }
  if (!includeSecrets && holdsSecret(read.text)) return { path: file.path, skipped: 'secret' }
  return { text: read.text, kind: 'pdf', ...(read.title ? { title: read.title } : {}) }
}

function readOffice(
  file: FoundFile,
  bytes: Buffer,
  extension: string,
  includeSecrets: boolean,
): FileText | FileSkip {
  const read = officeText(bytes, extension)
  if (typeof read === 'string') return { path: file.path, skipped: read }
  if (!includeSecrets && holdsSecret(read.text)) return { path: file.path, skipped: 'secret' }
  return { ...read, kind: 'office' }
}

/** UTF-16 where a mark says so, UTF-8, or else Windows-1252, as `tamis prune` reads files; a mark is no part of the text. */
function decode(bytes: Buffer): string {
  return new TextDecoder(wideEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')).decode(
    bytes,
  )
}

function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  return mark === 'feff' ? 'utf-16be' : undefined
}

const structured = new Set(['json', 'jsonc', 'json5', 'yaml', 'yml', 'toml'])

/** Extensions of programs, under the names of the grammars where there is one. */
const codeLanguages: Readonly<Record<string, string>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  rs: 'rust',
  go: 'go',
  java: 'java',
  kt: 'kotlin',
  swift: 'swift',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  rb: 'ruby',
  php: 'php',
  lua: 'lua',
  pl: 'perl',
  r: 'r',
  scala: 'scala',
  sh: 'bash',
  bash: 'bash',
  sql: 'sql',
  css: 'css',
  vue: 'vue',
  ex: 'elixir',
  hs: 'haskell',
}
