import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentsContract } from '../../ports/store/documents.contract.ts'
import { vectorStoreContract } from '../../ports/store/vector-store.contract.ts'
import { vectorsBeside } from '../rows/vectors-beside.ts'
import { openDocuments } from '../sqlite/documents/open-documents.ts'
import { openDatabase } from '../sqlite/open.ts'
import { sqliteVecStore } from './vector-store.ts'

const { getLoadablePath }: { getLoadablePath(): string } = createRequire(import.meta.url)(
  'sqlite-vec',
)
const newHome = () => mkdtempSync(join(tmpdir(), 'tamis-vec-'))
const open = () => sqliteVecStore({ home: newHome() })

vectorStoreContract('sqlite-vec', open)
documentsContract('documents with their vectors in sqlite-vec', async () =>
  vectorsBeside(openDocuments(':memory:'), open()),
)

test('loads the one extension, and no other after it', () => {
  const database = openDatabase(':memory:', undefined, 'normal', getLoadablePath())
  expect(database.prepare('select vec_version() as version').get()).toHaveProperty('version')
  expect(() => database.loadExtension(getLoadablePath())).toThrow(/not allowed/)
  database.close()
})
