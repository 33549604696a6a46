import { expect, test } from 'vitest'
import { describePostgres } from '../../../../test/support/postgres-stage.ts'
import { prepareDocument } from '../../../core/knowledge/ingest/prepare-document.ts'
import { documentsContract } from '../../../ports/store/documents.contract.ts'
import { documentsRefusals } from '../../../ports/store/documents-refusals.contract.ts'
import { digest } from '../../node/digest.ts'
import { postgresDocuments } from './documents.ts'

describePostgres('postgres', ({ open }) => {
  const documents = async () => postgresDocuments(open())
  documentsContract('documents', documents)
  documentsRefusals(documents, { whole: "a & (b <-> c) & !'d'", broken: ['&', "'open", 'a b'] })

  test('many who write one document at once all succeed, and one of them is what stands', async () => {
    const schema = 'crowd'
    const daemons = [open(schema), open(schema), open(schema)].map((one) => postgresDocuments(one))
    const texts = Array.from({ length: 90 }, (_, at) => `# Turnips\n\nNumber ${at}.`)
    const puts = texts.map((text, at) => {
      const place = { id: 'one', source: 's', root: '', path: 'a.md', tags: [], bytes: 10 }
      const input = { ...place, trust: 'high', kind: 'markdown', text, modifiedAt: at } as const
      const { record, chunks } = prepareDocument(digest, input, 5)
      return daemons[at % daemons.length]?.put(record, chunks)
    })
    expect((await Promise.allSettled(puts)).filter(({ status }) => status === 'rejected')).toEqual(
      [],
    )
    const chunks = (await daemons[0]?.chunksOf('one')) ?? []
    expect(texts).toContain(chunks.map(({ text }) => text).join(''))
  }, 60_000)

  test('says by what it searches', async () => {
    expect(await (await documents()).means()).toEqual({ lexical: 'tsvector', vector: 'scan' })
  })
})
