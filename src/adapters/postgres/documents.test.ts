import { expect, test } from 'vitest'
import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { documentsContract } from '../../ports/store/documents.contract.ts'
import { documentsRefusals } from '../../ports/store/documents-refusals.contract.ts'
import { postgresDocuments } from './documents.ts'

describePostgres('postgres', ({ open }) => {
  const documents = async () => postgresDocuments(open())
  documentsContract('documents', documents)
  documentsRefusals(documents, { whole: "a & (b <-> c) & !'d'", broken: ['&', "'open", 'a b'] })

  test('says by what it searches', async () => {
    expect(await (await documents()).means()).toEqual({ lexical: 'tsvector', vector: 'scan' })
  })
})
