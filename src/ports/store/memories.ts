/** The JSONL files that are the truth about memory; people read and version them. */
export const memoryFileNames = [
  'learnings.jsonl',
  'learnings-archive.jsonl',
  'learnings-injections.jsonl',
  'learnings-outcomes.jsonl',
  'learnings-scores.jsonl',
  'veille.jsonl',
  'clarifications.jsonl',
] as const

/** The contract's files, and what was mined and waits to be accepted. */
export type MemoryFileName = (typeof memoryFileNames)[number] | 'proposals.jsonl'

/** One line of a file as it was found: parsed, or kept whole with the reason why not. */
export type MemoryLine =
  | {
      readonly kind: 'record'
      readonly number: number
      readonly raw: string
      readonly value: unknown
    }
  | {
      readonly kind: 'corrupt'
      readonly number: number
      readonly raw: string
      readonly reason: string
    }

/** What a reader saw at one moment, whatever writers did meanwhile. */
export interface MemorySnapshot {
  readonly isPresent: boolean
  /** Blank lines are not lines. */
  readonly lines: readonly MemoryLine[]
  /** Bytes after the last newline that are no whole record: an append that died, or is under way. */
  readonly tornBytes: number
}

/** A Markdown source, with its path inside its folder: its text, or why it could not be read. */
export type MarkdownSource =
  | { readonly kind: 'read'; readonly path: string; readonly text: string; readonly header: Header }
  | { readonly kind: 'unreadable'; readonly path: string; readonly reason: string }

/** The YAML between `---` lines at the head of a Markdown file. */
export type Header =
  | { readonly kind: 'header'; readonly fields: unknown; readonly body: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly reason: string }

/** Reads and writes the files of memory; every write is atomic and durable before it resolves. */
export interface MemoryFiles {
  /** Where they lie, for people; absent where they lie in no folder. */
  readonly folder?: string | undefined
  /** Differs whenever the content may differ; `undefined` while the file is absent. */
  version(file: MemoryFileName): Promise<string | undefined>
  read(file: MemoryFileName): Promise<MemorySnapshot>
  /** Adds whole lines at the end, in order, all or none, one writer at a time. */
  append(file: MemoryFileName, records: readonly object[]): Promise<void>
  /** Replaces the file by the lines `change` returns for the current ones, with no writer in between. */
  rewrite(
    file: MemoryFileName,
    change: (lines: readonly MemoryLine[]) => Promise<readonly RewrittenLine[]>,
  ): Promise<void>
  /** Moves a torn last line into a file beside, and says where; `undefined` when nothing is torn. */
  mend(file: MemoryFileName): Promise<MendedLine | undefined>
  /** Markdown files below the folder of watch notes, by path; `undefined` when there is no such folder. */
  watchNotes(): Promise<readonly MarkdownSource[] | undefined>
  /** The same below the folder of clarifications, for the file names that pass. */
  clarifications(
    isWanted: (name: string) => boolean,
  ): Promise<readonly MarkdownSource[] | undefined>
  /** Creates a clarification file and returns its path; `undefined`, and nothing written, when the name is taken. */
  createClarification(name: string, text: string): Promise<string | undefined>
}

/** A line kept byte for byte, or a record to write anew. */
export type RewrittenLine = MemoryLine | { readonly kind: 'changed'; readonly value: object }

export interface MendedLine {
  readonly bytes: number
  /** The file that now holds the torn bytes. */
  readonly keptIn: string
}

/** Vectors of texts by digest, an index that can be deleted and rebuilt at any time. */
export interface MemoryVectors {
  /** The vectors known for these digests under this model. */
  find(model: string, digests: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>
  keep(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>
  /** Forgets every vector whose digest is not among these, and all those of other models. */
  retainOnly(model: string, digests: readonly string[]): Promise<void>
  count(): Promise<number>
}
