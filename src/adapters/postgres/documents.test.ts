import { expect, test } from 'vitest'
import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { documentsContract } from '../../ports/store/documents.contract.ts'
import { postgresDocuments } from './documents.ts'

describePostgres('postgres', ({ open }) => {
  documentsContract('documents', async () => postgresDocuments(open()))

  const match = (raw: string) =>
    postgresDocuments(open()).match({
      index: 'words',
      any: [],
      phrases: [],
      none: [],
      raw,
      filter: {},
      limit: 5,
    })

  test('takes an expression of Postgres as it is', async () => {
    expect(await match("a & (b <-> c) & !'d'")).toEqual([])
  })

  test.each(['&', "'open", 'a b'])('refuses the broken expression %s', async (raw) => {
    await expect(match(raw)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('refuses to compare vectors of another length, and says what to run', async () => {
    const documents = postgresDocuments(open())
    await documents.putVectors('m', [{ digest: 'd', vector: Float32Array.of(1, 0) }])
    const query = { model: 'm', vector: Float32Array.of(1, 0, 0), filter: {}, limit: 1 }
    await expect(documents.nearest(query)).rejects.toMatchObject({
      code: 'vector_dimensions_differ',
      hint: expect.stringContaining('--reembed'),
    })
  })

  test('says by what it searches', async () => {
    expect(await postgresDocuments(open()).means()).toEqual({
      lexical: 'tsvector',
      vector: 'scan',
    })
  })
})
