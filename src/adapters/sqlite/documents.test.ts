import { expect, test } from 'vitest'
import { documentsContract } from '../../ports/store/documents.contract.ts'
import { openDocuments } from './open-documents.ts'

documentsContract('sqlite documents', async () => openDocuments(':memory:'))

const match = (raw: string) =>
  openDocuments(':memory:').match({
    index: 'words',
    any: [],
    phrases: [],
    none: [],
    raw,
    filter: {},
    limit: 5,
  })

test('takes an expression of FTS5 as it is', async () => {
  expect(await match('title : a AND NEAR(b c)')).toEqual([])
})

test.each(['AND', '"open', 'nosuch : a'])('refuses the broken expression %s', async (raw) => {
  await expect(match(raw)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('refuses to compare vectors of another length, and says what to run', async () => {
  const documents = openDocuments(':memory:')
  await documents.putVectors('m', [{ digest: 'd', vector: Float32Array.of(1, 0) }])
  const query = { model: 'm', vector: Float32Array.of(1, 0, 0), filter: {}, limit: 1 }
  await expect(documents.nearest(query)).rejects.toMatchObject({
    code: 'vector_dimensions_differ',
    hint: expect.stringContaining('--reembed'),
  })
})
