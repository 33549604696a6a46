import { expect, test } from 'vitest'
import { inMemoryDocuments } from '../../../adapters/in-memory/documents.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { ingestTexts } from '../ingest/ingest-text.ts'
import { plainQuery } from '../search/parse-query.ts'
import { askStore } from '../search/question.ts'
import { search } from '../search/search.ts'
import { whyAbsent } from './answer-present.ts'

async function absent(query: string, text: string): Promise<string | undefined> {
  const documents = inMemoryDocuments()
  const texts = [{ id: 'a', title: 'Ferries', text }]
  await ingestTexts({ documents, digest, now: () => 0 }, texts, { source: 's', trust: 'low' })
  const deps = { documents, embedder: undefined, now: () => 0, staleAfterMs: 1 }
  const { chunks } = await search(deps, { query, mode: 'lexical', limit: 5, syntax: 'plain' })
  return whyAbsent(await askStore(documents, plainQuery(query), 1), chunks)
}

test('what is so does not answer what is not so', async () => {
  const text = 'The ferry calls at Aran and at Inis. It is painted green.'
  expect(await absent('At which islands does the ferry not call?', text)).toMatch(/what is not so/)
  expect(await absent('At which islands does the ferry call?', text)).toBeUndefined()
})

test('an example that puts the question does not answer it', async () => {
  const example = 'Questions:\n\n```\n{"query": "who won the cup in 1966", "relevant": []}\n```\n'
  const query = 'who won the world cup in 1966'
  expect(await absent(query, example)).toMatch(/as an example/)
  expect(await absent(query, `${example}\nEngland won the cup in 1966.`)).toBeUndefined()
  expect(await absent(query, '## Who won the cup in 1966?\n\nEngland won it.')).toBeUndefined()
})

test('nor does a command that puts it word for word', async () => {
  const command = 'Ask:\n\n```sh\ntamis search "how do I rotate the keys" -k 5\n```\n'
  expect(await absent('How do I rotate the keys?', command)).toMatch(/as an example/)
  const text = `${command}\nKeys are rotated by the rotate command.`
  expect(await absent('how do I rotate the keys', text)).toBeUndefined()
})

test('a sentence that denies may answer it', async () => {
  const text = 'The ferry calls at Aran. The ferry does not call at Inis.'
  expect(await absent('At which islands does the ferry not call?', text)).toBeUndefined()
})

test('a claim is no question', async () => {
  expect(
    await absent('The ferry does not call at Aran', 'The ferry calls at Aran.'),
  ).toBeUndefined()
})

test.each([
  ['price of GPT-5', 'GPT-5-mini costs two dollars, and GPT-4 costs ten.', 'GPT-5'],
  ['what does GPT-5 cost', 'The price of other models is ten dollars.', 'GPT-5'],
  ['what does GPT-5 cost', 'It costs ten dollars to run gpt 5.', undefined],
  ['price of GPT-5', `GPT-5 was tried. ${'Much was written. '.repeat(20)}The price fell.`, 'GPT-5'],
  ['what does the H2 ferry cost', 'The H2 costs ten dollars a trip.', undefined],
  // A claim, and a search for a way, may be met in other words.
  ['GPT-5 is dear', 'Large models are dear.', undefined],
  ['how do I call GPT-5', 'Models are called by name.', undefined],
])('%s is looked for by its name in: %s', async (query, text, name) => {
  const reason = await absent(query, text)
  expect(reason?.includes('of the name that the question asks about')).toBe(name ? true : undefined)
})
