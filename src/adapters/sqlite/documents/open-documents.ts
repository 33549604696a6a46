import type { Documents } from '../../../ports/store/documents.ts'
import { openDatabase } from '../open.ts'
import { sqliteDocuments } from './documents.ts'

export const knowledgeMigrations = new URL('./knowledge-migrations/', import.meta.url)

export type OpenDocuments = Documents & { close(): void }

/** The knowledge base in a file of its own: an ingest never makes the ledger wait. */
export function openDocuments(path: string): OpenDocuments {
  const database = openDatabase(path, knowledgeMigrations)
  return { ...sqliteDocuments(database), close: () => database.close() }
}
