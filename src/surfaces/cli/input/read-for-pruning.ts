import { extname } from 'node:path'
import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import { binaryKind } from './binary-kind.ts'
import { type DecodedText, decodeText, unpacked } from './decode-text.ts'

/** Files that hold a text in a form of their own. */
type DocumentKind = 'pdf' | 'html' | 'notebook'

/** The text inside a document; `undefined` when it is damaged. */
export type ReadDocument = (kind: DocumentKind, bytes: Buffer) => Promise<string | undefined>

export interface ReadText extends DecodedText {
  /** What it was read as, where it is no plain text. */
  readonly document?: 'PDF' | 'HTML' | 'a notebook'
}

const names = { pdf: 'PDF', html: 'HTML', notebook: 'a notebook' } as const

/** Any bytes as the text somebody would read; what holds none is named and refused. */
export async function readForPruning(
  bytes: Buffer,
  name: string,
  path: string | undefined,
  readDocument: ReadDocument,
): Promise<ReadText> {
  const plain = unpacked(bytes)
  const kind = documentKind(plain, path)
  if (kind !== undefined) {
    const text = await readDocument(kind, plain)
    if (text === undefined)
      throw new EngineError(
        'file_unreadable',
        phrase`${name} looks like ${names[kind]} and is damaged`,
      )
    return { text, document: names[kind] }
  }
  const binary = binaryKind(plain)
  if (binary !== undefined)
    throw new EngineError(
      'file_unreadable',
      phrase`${name} looks like ${binary}, and holds no text`,
      {
        hint: 'Text, PDF, HTML and notebooks can be pruned.',
      },
    )
  return decodeText(plain)
}

function documentKind(bytes: Buffer, path: string | undefined): DocumentKind | undefined {
  if (bytes.subarray(0, 1024).includes('%PDF-') && bytes[0] === 0x25) return 'pdf'
  const extension = extname(path ?? '').toLowerCase()
  if (extension === '.ipynb') return 'notebook'
  const beginning = bytes.subarray(0, 512).toString('latin1').trimStart().toLowerCase()
  const isPage = beginning.startsWith('<!doctype html') || beginning.startsWith('<html')
  return extension === '.html' || extension === '.htm' || isPage ? 'html' : undefined
}
