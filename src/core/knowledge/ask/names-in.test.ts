import { expect, test } from 'vitest'
import { inMemoryDocuments } from '../../../adapters/in-memory/documents.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { ingestTexts } from '../ingest/ingest-text.ts'
import { leadingNames } from './names-in.ts'

test('tries the names that some other passage holds and no question says', async () => {
  const documents = inMemoryDocuments()
  const texts = [
    {
      id: 'eyes',
      title: 'Large Eyes (film)',
      text: "Large Eyes was directed by Tim Burrow. It stars Ann Lone. She admired Wexley's work.",
    },
    { id: 'apes', title: 'A Year of Apes', text: 'Tim Burrow met his wife on the set.' },
    { id: 'wexley', title: 'Wexley', text: 'A painter of large canvases.' },
  ]
  await ingestTexts({ documents, digest, now: () => 0 }, texts, { source: 's', trust: 'low' })
  const [record] = await documents.chunksOf('eyes')
  const passage = await documents.findChunk(record?.id ?? '')
  if (passage === undefined) throw new Error('the passage is not there')
  const questions = { answered: 'Who directed Large Eyes?', next: 'spouse of' }
  expect(await leadingNames(documents, passage, questions, {})).toEqual(['Tim Burrow', 'Wexley'])
})
