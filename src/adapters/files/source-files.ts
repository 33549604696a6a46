import type { SourceFiles } from '../../ports/files/source-files.ts'
import { listFiles } from './list-files.ts'
import { readText } from './read-text.ts'
import { watchPaths } from './watch-paths.ts'

/** Files on this machine. */
export function localFiles(): SourceFiles {
  return { list: listFiles, read: readText, watch: watchPaths }
}
