import type { DocumentKind } from '../store/document-rows.ts'

/** The files people name to be ingested. Nothing outside the named roots is ever read. */
export interface SourceFiles {
  /** Every file below the paths, and every one passed over with the reason; one bad folder stops nothing. */
  list(paths: readonly string[], options: ListOptions): Promise<FileList>
  /** The text of a file, as its format holds it, or the reason why it has none for us. */
  read(file: FoundFile, options?: ReadOptions): Promise<FileText | FileSkip>
  /** Tells of changes below the paths, from when it resolves until the signal; rejects when it cannot. */
  watch(watched: WatchedPaths, listener: WatchListener, signal: AbortSignal): Promise<void>
}

export interface WatchedPaths {
  readonly paths: readonly string[]
  readonly noIgnore?: boolean
}

export interface WatchListener {
  /** Changes have settled. */
  onChange(): void
  /** Nothing is told from here on. */
  onBroken(error: unknown): void
}

/** Secrets stay out unless somebody means them. */
export interface ReadOptions {
  readonly includeSecrets?: boolean
}

export interface ListOptions extends ReadOptions {
  /** Only below these folders; absent when the person at the keyboard names the paths. */
  readonly allowedRoots?: readonly string[]
  readonly maxFileBytes: number
  /** Read also what ignore files and the usual rules leave out below a folder. */
  readonly noIgnore?: boolean
}

export interface FileList {
  /** Folders that were walked whole: a document of theirs that is not among the files is gone. */
  readonly walkedRoots: readonly string[]
  /** All folders in which files were looked for. */
  readonly folders: readonly string[]
  readonly files: readonly FoundFile[]
  readonly skipped: readonly FileSkip[]
}

export interface FoundFile {
  /** Absolute, without links. */
  readonly root: string
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly bytes: number
  readonly modifiedAt: number
}

export interface FileSkip {
  readonly path: string
  readonly skipped: SkipReason
}

export type SkipReason =
  | 'ignored'
  | 'binary'
  | 'generated'
  | 'too_large'
  | 'secret'
  | 'link'
  | 'special'
  | 'unreadable'
  | 'outside_root'
  | 'missing'
  | 'damaged'

export interface FileText {
  readonly text: string
  readonly kind: DocumentKind
  /** Of code; other languages are told from the text. */
  readonly language?: string
  /** Where the format names one outside its text. */
  readonly title?: string
}
